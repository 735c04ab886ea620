# The key belongs to the case and is stored with it. Every attempt sends the same key and the same body.
KEY=case-1002-first-submission

curl -sS --retry 3 --retry-all-errors "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes" \
  -H "authorization: Bearer $MAKEWHOLE_AGENT_KEY" \
  -H 'content-type: application/json' \
  -H "idempotency-key: $KEY" \
  -d '{
    "agent": { "name": "Example Agent", "platform": "example-agent" },
    "customer": { "email": "kim@sandbox.test" },
    "consent": { "attestation": "Kim asked me to submit this and knows that you will email, and call if there is a number." },
    "external_ref": "case-1002"
  }'
