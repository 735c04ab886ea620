import http.client, json, os, time, urllib.error, urllib.request

base = os.environ["MAKEWHOLE_URL"] + "/sandbox/api/agent/v1"
body = {
    "agent": {"name": "Example Agent", "platform": "example-agent"},
    "customer": {"email": "kim@sandbox.test"},
    "consent": {"attestation": "Kim asked me to submit this and knows that you will email, and call if there is a number."},
    "external_ref": "case-1002",
}
headers = {
    "Authorization": "Bearer " + os.environ["MAKEWHOLE_AGENT_KEY"],
    "Content-Type": "application/json",
    # The key belongs to the case and is stored with it. Every attempt sends the same key and the same body.
    "Idempotency-Key": "case-1002-first-submission",
}
for attempt in range(4):
    wait = 2**attempt
    try:
        request = urllib.request.Request(base + "/intakes", data=json.dumps(body).encode(), headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            receipt = json.load(answer)
        break
    except urllib.error.HTTPError as refused:
        if refused.code != 429 and refused.code < 500:
            raise
        wait = int(refused.headers.get("Retry-After", wait))
    except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError):
        pass
    time.sleep(wait)
else:
    raise SystemExit("no answer after four attempts; try again later with the same key")
print(receipt["intake_id"], "was created before" if receipt.get("idempotent_replay") else "is new")
