# The digest of a day, from your stored events: `python3 seal.py 2026-11-15 < events.ndjson`.
import hashlib
import json
import sys

day = sys.argv[1]
events = [json.loads(line) for line in sys.stdin if line.strip()]

# Of that day in UTC, each id once, in the order of their bytes.
ids = sorted({event["id"] for event in events if event["created_at"].startswith(day)})
sha256 = hashlib.sha256("\n".join(ids).encode()).hexdigest()
print(len(ids), sha256)
