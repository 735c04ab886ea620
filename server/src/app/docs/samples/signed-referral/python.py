import base64, hashlib, json, os, time, urllib.request, uuid
from cryptography.hazmat.primitives.serialization import load_pem_private_key

with open("private.pem", "rb") as file:
    private_key = load_pem_private_key(file.read(), password=None)
url = os.environ["MAKEWHOLE_URL"] + "/api/gap/v1/referrals"
referral = {
    "external_ref": "loan-1001",
    "borrower": {"first_name": "Robin", "last_name": "Rivera", "email": "robin@example.com"},
    "vehicle": {"vin": os.environ["VIN"], "year": 2021, "make": "Synthetic", "model": "Sedan"},
    "claim": {
        "carrier": "Synthetic Mutual",
        "claim_number": "CLM-1001",
        "loss_state": "NY",
        "date_of_loss": "2026-11-01",
        "initial_offer_cents": 1500000,
    },
    "liability": {"loan_payoff_cents": 1800000, "deductible_cents": 50000},
}
# Serialized once: the bytes that are signed are the bytes that are sent.
body = json.dumps(referral).encode()
headers = {
    "content-digest": "sha-256=:" + base64.b64encode(hashlib.sha256(body).digest()).decode() + ":",
    "idempotency-key": str(uuid.uuid4()),
    "x-svc-environment": "TEST",
}
parameters = (
    '("@method" "@target-uri" "content-digest" "idempotency-key" "x-svc-environment")'
    f';created={int(time.time())};nonce="{uuid.uuid4()}";keyid="{os.environ["KEY_ID"]}";alg="ed25519";tag="gap-v2"'
)
lines = {"@method": "POST", "@target-uri": url, **headers, "@signature-params": parameters}
base = "\n".join(f'"{name}": {value}' for name, value in lines.items())
signature = base64.b64encode(private_key.sign(base.encode())).decode()
headers |= {"content-type": "application/json", "signature-input": "svc=" + parameters, "signature": f"svc=:{signature}:"}
with urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers)) as answer:
    created = json.load(answer)
print(created["status"], created["id"])
