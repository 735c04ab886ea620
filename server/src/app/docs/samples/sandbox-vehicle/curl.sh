curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/intakes" \
  -H 'content-type: application/json' \
  -d '{
    "agent": { "name": "Example Agent", "platform": "example-agent" },
    "customer": { "first_name": "Robin", "email": "owner-'"$(openssl rand -hex 4)"'@sandbox.test" },
    "vehicle": { "vin": "SANDBOX1LOWOFFERS", "odometer": 61000 },
    "loss": { "zip": "94107" },
    "offer": { "acv_offer_cents": 1450000 },
    "consent": { "attestation": "Robin asked me to submit this and knows that you will email, and call if there is a number." }
  }' | grep -o '"gap_vs_offer_cents":[^,]*'
