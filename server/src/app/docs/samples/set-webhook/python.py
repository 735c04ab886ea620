import json, os, urllib.request

request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1/me/webhook",
    method="PUT",
    data=json.dumps({"url": os.environ["WEBHOOK_URL"]}).encode(),
    headers={"Authorization": "Bearer " + os.environ["MAKEWHOLE_AGENT_KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["secret"])
