URL="$MAKEWHOLE_URL/api/gap/v1/credentials/$KEY_ID/verify"
BODY='{"challenge":"'"$CHALLENGE"'"}'
NAME="activate-$KEY_ID"

DIGEST="sha-256=:$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A):"
PARAMETERS='("@method" "@target-uri" "content-digest" "idempotency-key" "x-svc-environment")'
PARAMETERS+=";created=$(date +%s);nonce=\"$(openssl rand -hex 16)\";keyid=\"$KEY_ID\";alg=\"ed25519\";tag=\"gap-v2\""
printf '"@method": POST\n"@target-uri": %s\n"content-digest": %s\n"idempotency-key": %s\n"x-svc-environment": TEST\n"@signature-params": %s' \
  "$URL" "$DIGEST" "$NAME" "$PARAMETERS" > base.txt
SIGNATURE=$(openssl pkeyutl -sign -rawin -inkey private.pem -in base.txt | openssl base64 -A)

curl -sS "$URL" -H 'content-type: application/json' -H "content-digest: $DIGEST" -H "idempotency-key: $NAME" \
  -H 'x-svc-environment: TEST' -H "signature-input: svc=$PARAMETERS" -H "signature: svc=:$SIGNATURE:" \
  --data-binary "$BODY"
