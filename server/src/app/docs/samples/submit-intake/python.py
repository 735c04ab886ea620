import json, os, urllib.request, uuid

# Another address each time: a second open case of one person is a duplicate.
owner = f"owner-{uuid.uuid4().hex[:8]}@sandbox.test"
body = {
    "agent": {"name": "Example Agent", "platform": "example-agent"},
    "customer": {"first_name": "Robin", "email": owner},
    "vehicle": {"year": 2018, "make": "Toyota", "model": "Corolla", "odometer": 61000},
    "loss": {"zip": "94107", "loss_state": "CA"},
    "offer": {"insurer": "Synthetic Mutual", "acv_offer_cents": 1150000},
    "consent": {"attestation": "Robin asked me to submit this and knows that you will email, and call if there is a number."},
    "external_ref": "case-1001",
}
request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1/intakes",
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())},
)
with urllib.request.urlopen(request) as answer:
    receipt = json.load(answer)
print(receipt["status"], receipt["intake_id"])
print(receipt["customer_message"])
