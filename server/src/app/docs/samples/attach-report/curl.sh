curl -sS --max-time 120 "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes/$INTAKE_ID/documents" \
  -H "authorization: Bearer $POLL_TOKEN" \
  -F file=@report.pdf
