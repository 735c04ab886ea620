curl -sS "$MAKEWHOLE_URL/sandbox/api/intakes/$INTAKE_ID/steps" \
  -H "authorization: Bearer $MAKEWHOLE_AGENT_KEY" \
  -H 'content-type: application/json' \
  -d '{ "step": "confirm" }'
