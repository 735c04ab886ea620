import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import type { VerifyCalls } from '../partner-credentials/schemas.ts';

type Upload = {
  readonly baseUrl: string;
  readonly id: string;
  readonly alg: SignatureAlgorithm;
  readonly livemode: boolean;
  readonly challenge: string;
};

/**
 * The call that activates a credential, as a complete program that runs next to the private key file. The values filled
 * in are ours and contain no quote; compose-verify-calls.test.ts runs each program.
 */
export function composeVerifyCalls(upload: Upload): VerifyCalls {
  const call: Call = {
    url: `${upload.baseUrl}/api/gap/v1/credentials/${upload.id}/verify`,
    body: JSON.stringify({ challenge: upload.challenge }),
    environment: upload.livemode ? 'PRODUCTION' : 'TEST',
    id: upload.id,
    edwards: upload.alg === 'ed25519',
    alg: upload.alg,
  };
  return { curl: inCurl(call), typescript: inTypeScript(call), python: inPython(call), java: inJava(call) };
}

type Call = {
  readonly url: string;
  readonly body: string;
  readonly environment: string;
  readonly id: string;
  readonly alg: string;
  /** Ed25519; otherwise P-256, whose signature is sent as r and s of 32 bytes each and not as DER. */
  readonly edwards: boolean;
};

const covered = '("@method" "@target-uri" "content-digest" "idempotency-key" "x-svc-environment")';

const inCurl = ({ url, body, environment, id, alg, edwards }: Call): string => `#!/usr/bin/env bash
# Activates ${id}. Needs bash, curl and OpenSSL 3. The private key stays in its file.
set -euo pipefail
KEY_FILE=\${1:-private.pem}
URL='${url}'
BODY='${body}'
IDEMPOTENCY_KEY='activate-${id}'
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

DIGEST="sha-256=:$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A):"
COVERED='${covered}'
PARAMETERS="$COVERED;created=$(date +%s);nonce=\\"$(openssl rand -hex 16)\\";keyid=\\"${id}\\";alg=\\"${alg}\\";tag=\\"gap-v2\\""
printf '"@method": POST\\n"@target-uri": %s\\n"content-digest": %s\\n"idempotency-key": %s\\n"x-svc-environment": ${environment}\\n"@signature-params": %s' \\
  "$URL" "$DIGEST" "$IDEMPOTENCY_KEY" "$PARAMETERS" > "$WORK/base"
${edwards ? edwardsInShell : curveInShell}
curl --silent --show-error "$URL" \\
  --header 'Content-Type: application/json' \\
  --header "Content-Digest: $DIGEST" \\
  --header "Idempotency-Key: $IDEMPOTENCY_KEY" \\
  --header 'X-SVC-Environment: ${environment}' \\
  --header "Signature-Input: svc=$PARAMETERS" \\
  --header "Signature: svc=:$(openssl base64 -A -in "$WORK/signature"):" \\
  --data-binary "$BODY"
`;

const edwardsInShell = 'openssl pkeyutl -sign -rawin -inkey "$KEY_FILE" -in "$WORK/base" -out "$WORK/signature"';

const curveInShell = `openssl dgst -sha256 -sign "$KEY_FILE" -out "$WORK/der" "$WORK/base"
# OpenSSL writes DER; what is sent are r and s, 32 bytes each.
HEX=$(openssl asn1parse -inform DER -in "$WORK/der" | awk -F: '/INTEGER/ { printf "%64s", $4 }' | tr ' ' 0)
printf "$(printf %s "$HEX" | sed 's/../\\\\x&/g')" > "$WORK/signature"`;

const inTypeScript = ({
  url,
  body,
  environment,
  id,
  alg,
  edwards,
}: Call): string => `// Activates ${id}. Save as activate.ts; Node 22.18 or later runs it: node activate.ts private.pem
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const privateKey = createPrivateKey(readFileSync(process.argv[2] ?? 'private.pem', 'utf8'));
const url = '${url}';
const body = '${body}';
const headers = {
  'content-digest': \`sha-256=:\${createHash('sha256').update(body).digest('base64')}:\`,
  'idempotency-key': 'activate-${id}',
  'x-svc-environment': '${environment}',
};
const created = Math.floor(Date.now() / 1000);
const parameters =
  '${covered}' +
  \`;created=\${created};nonce="\${randomUUID()}";keyid="${id}";alg="${alg}";tag="gap-v2"\`;
const lines = { '@method': 'POST', '@target-uri': url, ...headers, '@signature-params': parameters };
const base = Object.entries(lines)
  .map(([name, value]) => \`"\${name}": \${value}\`)
  .join('\\n');
const signature = sign(${edwards ? 'null' : "'sha256'"}, Buffer.from(base), ${edwards ? 'privateKey' : "{ key: privateKey, dsaEncoding: 'ieee-p1363' }"});
const answer = await fetch(url, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...headers,
    'signature-input': \`svc=\${parameters}\`,
    signature: \`svc=:\${signature.toString('base64')}:\`,
  },
  body,
});
console.log(answer.status, await answer.text());
`;

const inPython = ({
  url,
  body,
  environment,
  id,
  alg,
  edwards,
}: Call): string => `# Activates ${id}. Needs Python 3.9 and the package cryptography: python3 activate.py private.pem
import base64, hashlib, sys, time, urllib.error, urllib.request, uuid
${edwards ? '' : curveImports}from cryptography.hazmat.primitives.serialization import load_pem_private_key

with open(sys.argv[1] if len(sys.argv) > 1 else "private.pem", "rb") as file:
    private_key = load_pem_private_key(file.read(), password=None)
url = "${url}"
body = b'${body}'
headers = {
    "Content-Digest": "sha-256=:" + base64.b64encode(hashlib.sha256(body).digest()).decode() + ":",
    "Idempotency-Key": "activate-${id}",
    "X-SVC-Environment": "${environment}",
}
parameters = (
    '${covered}'
    f';created={int(time.time())};nonce="{uuid.uuid4()}";keyid="${id}";alg="${alg}";tag="gap-v2"'
)
lines = {"@method": "POST", "@target-uri": url, **headers, "@signature-params": parameters}
base = "\\n".join(f'"{name.lower()}": {value}' for name, value in lines.items()).encode()
${edwards ? 'signature = private_key.sign(base)' : curveInPython}
headers["Content-Type"] = "application/json"
headers["Signature-Input"] = "svc=" + parameters
headers["Signature"] = "svc=:" + base64.b64encode(signature).decode() + ":"
try:
    with urllib.request.urlopen(urllib.request.Request(url, body, headers, method="POST")) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code, refused.read().decode())
`;

const curveImports = `from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
`;

const curveInPython = `r, s = utils.decode_dss_signature(private_key.sign(base, ec.ECDSA(hashes.SHA256())))
signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")`;

const inJava = ({
  url,
  body,
  environment,
  id,
  alg,
  edwards,
}: Call): string => `// Activates ${id}. Save as Activate.java; Java 17 or later runs it: java Activate.java private.pem
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;

public class Activate {
  public static void main(String[] args) throws Exception {
    String pem = Files.readString(Path.of(args.length > 0 ? args[0] : "private.pem"));
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
    PrivateKey privateKey = KeyFactory.getInstance("${edwards ? 'Ed25519' : 'EC'}").generatePrivate(new PKCS8EncodedKeySpec(der));
    String url = "${url}";
    String body = ${JSON.stringify(body)};
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
    String digest = "sha-256=:" + Base64.getEncoder().encodeToString(hash) + ":";
    String idempotencyKey = "activate-${id}";
    String parameters = ${JSON.stringify(covered)}
        + ";created=" + System.currentTimeMillis() / 1000 + ";nonce=\\"" + UUID.randomUUID()
        + "\\";keyid=\\"${id}\\";alg=\\"${alg}\\";tag=\\"gap-v2\\"";
    String base = "\\"@method\\": POST\\n\\"@target-uri\\": " + url + "\\n\\"content-digest\\": " + digest
        + "\\n\\"idempotency-key\\": " + idempotencyKey + "\\n\\"x-svc-environment\\": ${environment}"
        + "\\n\\"@signature-params\\": " + parameters;
    Signature signer = Signature.getInstance("${edwards ? 'Ed25519' : 'SHA256withECDSAinP1363Format'}");
    signer.initSign(privateKey);
    signer.update(base.getBytes(StandardCharsets.UTF_8));
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .header("Content-Digest", digest)
        .header("Idempotency-Key", idempotencyKey)
        .header("X-SVC-Environment", "${environment}")
        .header("Signature-Input", "svc=" + parameters)
        .header("Signature", "svc=:" + Base64.getEncoder().encodeToString(signer.sign()) + ":")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
`;
