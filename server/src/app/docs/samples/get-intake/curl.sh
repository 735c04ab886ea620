curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes/$INTAKE_ID" \
  -H "authorization: Bearer $POLL_TOKEN"
