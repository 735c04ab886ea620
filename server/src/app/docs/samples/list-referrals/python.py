import json, os, urllib.parse, urllib.request

cursor = None
while True:
    query = {"limit": "2"} | ({"cursor": cursor} if cursor else {})
    request = urllib.request.Request(
        os.environ["MAKEWHOLE_URL"] + "/api/gap/v1/referrals?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + os.environ["MAKEWHOLE_KEY"]},
    )
    with urllib.request.urlopen(request) as answer:
        page = json.load(answer)
    for referral in page["data"]:
        print(referral["id"], referral["status"])
    if not page["has_more"]:
        break
    cursor = page["next_cursor"]
