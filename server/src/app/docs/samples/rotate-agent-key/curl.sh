curl -sS -X POST "$MAKEWHOLE_URL/sandbox/api/agent/v1/me/rotate-key" \
  -H "authorization: Bearer $MAKEWHOLE_AGENT_KEY"
