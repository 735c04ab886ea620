curl -sS "$MAKEWHOLE_URL/api/gap/v1/me" \
  -H "authorization: Bearer $MAKEWHOLE_KEY"
