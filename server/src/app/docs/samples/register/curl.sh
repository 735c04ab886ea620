VERSION=$(curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/agreement" | sed 's/.*"version":"\([^"]*\)".*/\1/')

curl -sS "$MAKEWHOLE_URL/sandbox/api/agent/v1/register" -H 'content-type: application/json' -d '{
  "agent": { "name": "Example Agent", "platform": "example-agent" },
  "operator": { "name": "Example Company", "email": "operator@sandbox.test" },
  "agreement": { "accepted": true, "version": "'"$VERSION"'" }
}'
