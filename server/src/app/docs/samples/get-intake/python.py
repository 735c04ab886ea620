import json, os, urllib.request

request = urllib.request.Request(
    f'{os.environ["MAKEWHOLE_URL"]}/sandbox/api/agent/v1/intakes/{os.environ["INTAKE_ID"]}',
    headers={"Authorization": "Bearer " + os.environ["POLL_TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    receipt = json.load(answer)
print(receipt["status"], ", ".join(receipt["missing_fields"]))
