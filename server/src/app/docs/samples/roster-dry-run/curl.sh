printf '%s\n' \
  '{ "member": { "first_name": "A", "last_name": "Member" }, "vehicle": { "vin": "1SYNTHETK00000201" } }' \
  '{ "member": { "first_name": "B", "last_name": "Member" }, "vehicle": { "vin": "1SYNTHETK00000202" } }' > roster.ndjson

curl -sS "$MAKEWHOLE_URL/api/gap/v1/plans/roster-sync?mode=dry_run" \
  -H "authorization: Bearer $MAKEWHOLE_KEY" \
  -H 'content-type: application/x-ndjson' \
  -H "idempotency-key: $(openssl rand -hex 16)" \
  --data-binary @roster.ndjson
