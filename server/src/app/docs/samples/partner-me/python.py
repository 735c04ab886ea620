import json, os, urllib.request

request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/api/gap/v1/me",
    headers={"Authorization": "Bearer " + os.environ["MAKEWHOLE_KEY"]},
)
with urllib.request.urlopen(request) as answer:
    me = json.load(answer)
print(me["institution"]["name"], "live" if me["livemode"] else "test", me["role"])
