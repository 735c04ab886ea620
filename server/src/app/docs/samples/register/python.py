import json, os, urllib.request

base = os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1"
with urllib.request.urlopen(base + "/agreement") as answer:
    version = json.load(answer)["version"]
body = {
    "agent": {"name": "Example Agent", "platform": "example-agent"},
    "operator": {"name": "Example Company", "email": "operator@sandbox.test"},
    "agreement": {"accepted": True, "version": version},
}
request = urllib.request.Request(
    base + "/register", data=json.dumps(body).encode(), headers={"Content-Type": "application/json"}
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["registration_id"])
