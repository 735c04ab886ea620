# Another address each time: a second open case of one person is a duplicate.
OWNER="owner-$(openssl rand -hex 4)@sandbox.test"

curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes" \
  -H 'content-type: application/json' \
  -H "idempotency-key: $(openssl rand -hex 16)" \
  -d '{
    "agent": { "name": "Example Agent", "platform": "example-agent" },
    "customer": { "first_name": "Robin", "email": "'"$OWNER"'" },
    "vehicle": { "year": 2018, "make": "Toyota", "model": "Corolla", "odometer": 61000 },
    "loss": { "zip": "94107", "loss_state": "CA" },
    "offer": { "insurer": "Synthetic Mutual", "acv_offer_cents": 1150000 },
    "consent": { "attestation": "Robin asked me to submit this and knows that you will email, and call if there is a number." },
    "external_ref": "case-1001"
  }'
