#!/usr/bin/env python3
"""Signs requests with the profile gap-v2 and verifies webhook deliveries. One file; needs python3-cryptography.

    gap_signer.py sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] < body    prints the headers to add
    WEBHOOK_SECRET=old,new gap_signer.py verify "$X_SERVICE_SIGNATURE" < body                accepted, or why not

The body is the exact bytes you send or received. SIGN_CREATED, SIGN_NONCE and VERIFY_NOW are for tests.
SPDX-License-Identifier: Apache-2.0
"""
import base64
import hashlib
import hmac
import os
import re
import secrets
import sys
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils


def sign_request(method, url, keyid, key, environment, idempotency_key=None, body=b"", created=None, nonce=None):
    """The headers to add. Sign every attempt again: a nonce is accepted once, for 300 seconds."""
    created = int(time.time()) if created is None else created
    nonce = nonce or secrets.token_urlsafe(16)
    changes = method in ("POST", "PATCH")
    if changes and not re.fullmatch(r"[\x21-\x7e]{1,255}", idempotency_key or ""):
        raise ValueError("POST and PATCH need an idempotency key of 1 to 255 visible ASCII characters")
    alg = algorithm_of(key)
    added = {}
    # The profile fixes this order.
    if changes:
        added["content-digest"] = "sha-256=:%s:" % base64.b64encode(hashlib.sha256(body).digest()).decode()
    if idempotency_key:
        added["idempotency-key"] = idempotency_key
    added["x-svc-environment"] = environment
    components = {"@method": method, "@target-uri": url.split("#")[0], **added}
    covered = " ".join('"%s"' % name for name in components)
    parameters = '(%s);created=%d;nonce="%s";keyid="%s";alg="%s";tag="gap-v2"' % (covered, created, nonce, keyid, alg)
    lines = ['"%s": %s' % pair for pair in {**components, "@signature-params": parameters}.items()]
    base = "\n".join(lines).encode()
    if alg == "ed25519":
        signature = key.sign(base)
    else:
        # 32 bytes each of r and s, not DER.
        r, s = utils.decode_dss_signature(key.sign(base, ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    encoded = base64.b64encode(signature).decode()
    return {**added, "signature-input": "svc=" + parameters, "signature": "svc=:%s:" % encoded}


def algorithm_of(key):
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return "ed25519"
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return "ecdsa-p256-sha256"
    raise ValueError("the key must be an Ed25519 or P-256 private key in PKCS#8 PEM (-----BEGIN PRIVATE KEY-----)")


def load_key(pem):
    try:
        return serialization.load_pem_private_key(pem, password=None)
    except Exception:
        raise ValueError("the key must be in PKCS#8 PEM without a passphrase (-----BEGIN PRIVATE KEY-----)") from None


def verify_webhook(header, body, secret_list, now=None, tolerance=300):
    """accepted, header, timestamp, signature or secret."""
    parts = [part.strip().partition("=")[::2] for part in (header or "").split(",")]
    times = [value for name, value in parts if name == "t"]
    signatures = [value for name, value in parts if name == "v1"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        return "header"
    if abs(int(time.time() if now is None else now) - int(times[0])) > tolerance:
        return "timestamp"
    matched = False
    for secret in secret_list:
        key = hmac_key(secret)
        if key is None:
            return "secret"
        expected = hmac.new(key, times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
        for signature in signatures:
            matched = hmac.compare_digest(expected.encode(), signature.encode()) or matched
    return "accepted" if matched else "signature"


def hmac_key(secret):
    if secret.startswith(("whsec_gap_", "whsec_agent_")):
        return secret.encode()
    if not re.fullmatch(r"whsec_[A-Za-z0-9+/]+={0,2}", secret):
        return None
    text = secret[len("whsec_") :].rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None


def main(command, *given):
    body = sys.stdin.buffer.read()
    if command == "sign":
        method, url, keyid, file, environment, *more = given
        created = os.environ.get("SIGN_CREATED")
        with open(file, "rb") as pem:
            key = load_key(pem.read())
        headers = sign_request(
            method, url, keyid, key, environment, (more or [None])[0], body,
            int(created) if created else None, os.environ.get("SIGN_NONCE"),
        )
        for name, value in headers.items():
            print("%s: %s" % (name, value))
        return 0
    now = os.environ.get("VERIFY_NOW")
    outcome = verify_webhook(given[0], body, os.environ["WEBHOOK_SECRET"].split(","), int(now) if now else None)
    print(outcome)
    return 0 if outcome == "accepted" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
