import json, os, urllib.parse, urllib.request

cursor = open("cursor.txt").read() if os.path.exists("cursor.txt") else None
more = True
while more:
    query = {"order": "asc", "limit": "100"} | ({"cursor": cursor} if cursor else {})
    request = urllib.request.Request(
        os.environ["MAKEWHOLE_URL"] + "/api/gap/v1/events?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + os.environ["MAKEWHOLE_KEY"]},
    )
    with urllib.request.urlopen(request) as answer:
        page = json.load(answer)
    for event in page["data"]:
        print(event["type"], event["id"])
    more, cursor = page["has_more"], page["next_cursor"] or cursor
    # Stored after the events were handled: after a crash in between, they come again.
    if cursor:
        open("cursor.txt", "w").write(cursor)
# Run it again in a minute: it goes on where it stopped.
