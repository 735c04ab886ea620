curl -sS "$MAKEWHOLE_URL/api/gap/v1/referrals" \
  -H "authorization: Bearer $MAKEWHOLE_KEY" \
  -H 'content-type: application/json' \
  -H "idempotency-key: $(openssl rand -hex 16)" \
  -d '{
    "external_ref": "loan-1001",
    "borrower": { "first_name": "Robin", "last_name": "Rivera", "email": "robin@example.com" },
    "vehicle": { "vin": "'"$VIN"'", "year": 2021, "make": "Synthetic", "model": "Sedan" },
    "claim": {
      "carrier": "Synthetic Mutual",
      "claim_number": "CLM-1001",
      "loss_state": "NY",
      "date_of_loss": "2026-11-01",
      "initial_offer_cents": 1500000
    },
    "liability": { "loan_payoff_cents": 1800000, "deductible_cents": 50000 }
  }'
