# The first page from the beginning. Store next_cursor and send it as cursor the next time.
curl -sS "$MAKEWHOLE_URL/api/gap/v1/events?order=asc&limit=100" \
  -H "authorization: Bearer $MAKEWHOLE_KEY"
