/**
 * Receiver code that accepts two secrets, so that it can be deployed before either changes. Run by a test as it is
 * shown.
 */
export const receiverSnippets = [
  {
    language: 'TypeScript',
    file: 'verify-webhook.ts',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

// Both are accepted. Remove WEBHOOK_SECRET_OLD once the rotation is over.
const secrets = [process.env['WEBHOOK_SECRET'], process.env['WEBHOOK_SECRET_OLD']];

const toKey = (secret: string): Buffer =>
  secret.startsWith('whsec_gap_') ? Buffer.from(secret) : Buffer.from(secret.slice('whsec_'.length), 'base64');

/** header: X-Service-Signature; rawBody: the bytes as received, before any JSON parser. */
export function isGenuine(header: string, rawBody: Buffer, nowS = Date.now() / 1000): boolean {
  const [, t = '', v1 = ''] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (t === '' || Math.abs(nowS - Number(t)) > 300) return false;
  return secrets.some((secret) => {
    if (!secret) return false;
    const expected = createHmac('sha256', toKey(secret)).update(\`\${t}.\`).update(rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
  });
}
`,
  },
  {
    language: 'Python',
    file: 'verify_webhook.py',
    code: `import base64
import hashlib
import hmac
import os
import re
import time

# Both are accepted. Remove WEBHOOK_SECRET_OLD once the rotation is over.
SECRETS = [os.environ.get("WEBHOOK_SECRET"), os.environ.get("WEBHOOK_SECRET_OLD")]


def to_key(secret: str) -> bytes:
    if secret.startswith("whsec_gap_"):
        return secret.encode()
    return base64.b64decode(secret[len("whsec_"):])


def is_genuine(header: str, raw_body: bytes, now: float | None = None) -> bool:
    """header: X-Service-Signature; raw_body: the bytes as received, before any JSON parser."""
    match = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", header)
    if match is None or abs((now or time.time()) - int(match[1])) > 300:
        return False
    message = match[1].encode() + b"." + raw_body
    return any(
        hmac.compare_digest(hmac.new(to_key(secret), message, hashlib.sha256).hexdigest(), match[2])
        for secret in SECRETS
        if secret
    )
`,
  },
] as const;
