curl -sS "$MAKEWHOLE_URL/api/gap/v1/referrals/$REFERRAL_ID/simulate" \
  -H "authorization: Bearer $MAKEWHOLE_KEY" \
  -H 'content-type: application/json' \
  -H "idempotency-key: $(openssl rand -hex 16)" \
  -d '{ "step": "accept" }'
