OWNER="owner-$(openssl rand -hex 4)@sandbox.test"

curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes" \
  -H "authorization: Bearer $MAKEWHOLE_AGENT_KEY" \
  -H 'content-type: application/json' \
  -H "idempotency-key: $(openssl rand -hex 16)" \
  -d '{
    "agent": { "name": "Example Agent", "platform": "example-agent" },
    "customer": { "email": "'"$OWNER"'" },
    "consent": { "attestation": "The owner asked me to submit this and knows that you will email, and call if there is a number." }
  }'
