import json, os, urllib.request, uuid

boundary = uuid.uuid4().hex
with open("report.pdf", "rb") as file:
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.pdf"\r\n'
        f"Content-Type: application/pdf\r\n\r\n".encode() + file.read() + f"\r\n--{boundary}--\r\n".encode()
    )
request = urllib.request.Request(
    f'{os.environ["MAKEWHOLE_URL"]}/sandbox/api/agent/v1/intakes/{os.environ["INTAKE_ID"]}/documents',
    data=body,
    headers={
        "Authorization": "Bearer " + os.environ["POLL_TOKEN"],
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    },
)
with urllib.request.urlopen(request, timeout=120) as answer:
    receipt = json.load(answer)
print(receipt["status"], ", ".join(receipt["missing_fields"]))
