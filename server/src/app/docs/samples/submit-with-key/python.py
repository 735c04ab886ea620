import json, os, urllib.request, uuid

body = {
    "agent": {"name": "Example Agent", "platform": "example-agent"},
    "customer": {"email": f"owner-{uuid.uuid4().hex[:8]}@sandbox.test"},
    "consent": {"attestation": "The owner asked me to submit this and knows that you will email, and call if there is a number."},
}
request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1/intakes",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["MAKEWHOLE_AGENT_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
with urllib.request.urlopen(request) as answer:
    receipt = json.load(answer)
print(receipt["agent_tier"], receipt["intake_id"])
