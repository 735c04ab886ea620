curl -sS -X PUT "$MAKEWHOLE_URL/sandbox/api/agent/v1/me/webhook" \
  -H "authorization: Bearer $MAKEWHOLE_AGENT_KEY" \
  -H 'content-type: application/json' \
  -d '{ "url": "'"$WEBHOOK_URL"'" }'
