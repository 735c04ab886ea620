PAGE="$MAKEWHOLE_URL/api/gap/v1/referrals?limit=2"
CURSOR=''
while :; do
  ANSWER=$(curl -sS "$PAGE$CURSOR" -H "authorization: Bearer $MAKEWHOLE_KEY")
  printf '%s\n' "$ANSWER" | grep -o '"id":"ref_[^"]*"'
  NEXT=$(printf '%s' "$ANSWER" | sed -n 's/.*"next_cursor":"\([^"]*\)".*/\1/p')
  [ -n "$NEXT" ] || break
  CURSOR="&cursor=$NEXT"
done
