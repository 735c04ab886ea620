curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/register/verify" -H 'content-type: application/json' \
  -d '{ "registration_id": "'"$REGISTRATION_ID"'", "code": "'"$CODE"'" }'
