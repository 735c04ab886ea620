URL="$MAKEWHOLE_URL/api/gap/v1/referrals"
NAME=$(openssl rand -hex 16)
BODY='{
  "external_ref": "loan-1001",
  "borrower": { "first_name": "Robin", "last_name": "Rivera", "email": "robin@example.com" },
  "vehicle": { "vin": "'"$VIN"'", "year": 2021, "make": "Synthetic", "model": "Sedan" },
  "claim": {
    "carrier": "Synthetic Mutual", "claim_number": "CLM-1001", "loss_state": "NY",
    "date_of_loss": "2026-11-01", "initial_offer_cents": 1500000
  },
  "liability": { "loan_payoff_cents": 1800000, "deductible_cents": 50000 }
}'

DIGEST="sha-256=:$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A):"
PARAMETERS='("@method" "@target-uri" "content-digest" "idempotency-key" "x-svc-environment")'
PARAMETERS+=";created=$(date +%s);nonce=\"$(openssl rand -hex 16)\";keyid=\"$KEY_ID\";alg=\"ed25519\";tag=\"gap-v2\""
# One line per component, and no line feed at the end.
printf '"@method": POST\n"@target-uri": %s\n"content-digest": %s\n"idempotency-key": %s\n"x-svc-environment": TEST\n"@signature-params": %s' \
  "$URL" "$DIGEST" "$NAME" "$PARAMETERS" > base.txt
SIGNATURE=$(openssl pkeyutl -sign -rawin -inkey private.pem -in base.txt | openssl base64 -A)

curl -sS "$URL" -H 'content-type: application/json' -H "content-digest: $DIGEST" -H "idempotency-key: $NAME" \
  -H 'x-svc-environment: TEST' -H "signature-input: svc=$PARAMETERS" -H "signature: svc=:$SIGNATURE:" \
  --data-binary "$BODY"
