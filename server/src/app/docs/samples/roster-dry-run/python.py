import json, os, urllib.request, uuid

rows = [
    {"member": {"first_name": "A", "last_name": "Member"}, "vehicle": {"vin": "1SYNTHETK00000201"}},
    {"member": {"first_name": "B", "last_name": "Member"}, "vehicle": {"vin": "1SYNTHETK00000202"}},
]
request = urllib.request.Request(
    os.environ["MAKEWHOLE_URL"] + "/api/gap/v1/plans/roster-sync?mode=dry_run",
    data="".join(json.dumps(row) + "\n" for row in rows).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["MAKEWHOLE_KEY"],
        "Content-Type": "application/x-ndjson",
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
with urllib.request.urlopen(request) as answer:
    totals = json.load(answer)["totals"]
print(f"would create {totals['created']}, update {totals['updated']}, cancel {totals['canceled']}")
