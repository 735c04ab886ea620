import json, os, urllib.request

body = {"registration_id": os.environ["REGISTRATION_ID"], "code": os.environ["CODE"]}
request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1/register/verify",
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["api_key"])
