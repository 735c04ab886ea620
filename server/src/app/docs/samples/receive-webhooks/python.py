import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

# Both, separated by a comma, while a secret is being replaced.
SECRETS = os.environ["WEBHOOK_SECRET"].split(",")


def key_of(secret):
    if secret.startswith(("whsec_agent_", "whsec_gap_")):
        return secret.encode()
    return base64.b64decode(secret[len("whsec_") :])


def is_genuine(header, body):
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not (t.isascii() and t.isdigit()) or abs(time.time() - int(t)) > 300:
        return False
    expected = [hmac.new(key_of(one), t.encode() + b"." + body, hashlib.sha256).hexdigest() for one in SECRETS]
    given = [value for name, value in parts if name == "v1"]
    # As bytes: a header may have letters that text cannot be compared with.
    return any(hmac.compare_digest(one.encode(), value.encode()) for one in expected for value in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: these are signed, not anything parsed from them.
        body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(self.headers.get("X-Service-Signature", ""), body)
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            print("genuine", event["type"], event["id"], flush=True)
        else:
            print("refused", flush=True)

    def log_message(self, *_):
        pass


port = int(os.environ.get("PORT", "3000"))
server = HTTPServer(("127.0.0.1", port), Receiver)
print("listening on", port, flush=True)
server.serve_forever()
