// Advice on what to change, specific to the signer's programming language.
import type { Language } from './schemas.ts';

type Words = Readonly<Record<Language, string>>;

const serializeOnce: Words = {
  javascript: 'const body = JSON.stringify(data), once; give the same body to createHash and to fetch.',
  python: 'body = json.dumps(data).encode(), once; hash body and send it with data=body, not with json=data.',
  java: 'byte[] body = mapper.writeValueAsBytes(data), once; send it with BodyPublishers.ofByteArray(body).',
  csharp: 'byte[] body = JsonSerializer.SerializeToUtf8Bytes(data), once; send it with new ByteArrayContent(body).',
  go: 'body, err := json.Marshal(data), once; send bytes.NewReader(body). json.Encoder would add a line break.',
  php: '$body = json_encode($data), once; hash $body and send it as CURLOPT_POSTFIELDS.',
  ruby: 'body = JSON.generate(data), once; hash body and set request.body = body.',
};

const joinLines: Words = {
  javascript: "lines.join('\\n')",
  python: "'\\n'.join(lines)",
  java: 'String.join("\\n", lines), not System.lineSeparator()',
  csharp: 'string.Join("\\n", lines), not AppendLine or Environment.NewLine',
  go: 'strings.Join(lines, "\\n"), not Fprintln',
  php: 'implode("\\n", $lines) in double quotation marks, not PHP_EOL',
  ruby: 'lines.join("\\n"), not puts',
};

const plainBase64: Words = {
  javascript: "bytes.toString('base64')",
  python: 'base64.b64encode(data).decode()',
  java: 'Base64.getEncoder().encodeToString(bytes)',
  csharp: 'Convert.ToBase64String(bytes)',
  go: 'base64.StdEncoding.EncodeToString(data)',
  php: 'base64_encode($bytes), with hash(…, true) for raw bytes',
  ruby: 'Base64.strict_encode64(bytes)',
};

const rawSignature: Words = {
  javascript: "sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' })",
  python: "r, s = decode_dss_signature(der), then r.to_bytes(32, 'big') + s.to_bytes(32, 'big')",
  java: 'Signature.getInstance("SHA256withECDSAinP1363Format")',
  csharp: 'ecdsa.SignData(text, HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation)',
  go: 'r, s, err := ecdsa.Sign(rand.Reader, key, digest), then r.FillBytes and s.FillBytes into 32 bytes each; not SignASN1',
  php: 'openssl_sign gives DER: read r and s out of it, and pad each to 32 bytes on the left',
  ruby: 'OpenSSL::ASN1.decode(der).value.map { |n| n.value.to_s(2).rjust(32, "\\0") }.join',
};

const signTheText: Words = {
  javascript: "sign('sha256', text, …) for ECDSA and sign(null, text, …) for Ed25519, with the text itself",
  python: 'key.sign(text, ec.ECDSA(hashes.SHA256())) or key.sign(text), with the text itself and without Prehashed',
  java: 'signature.update(textBytes), with the text itself',
  csharp: 'SignData(text, …), not SignHash of a hash of a hash',
  go: 'ed25519.Sign(key, text) takes the text; ecdsa.Sign takes its SHA-256, computed once',
  php: 'openssl_sign($text, $signature, $key, OPENSSL_ALGO_SHA256), with the text itself',
  ruby: 'key.sign("SHA256", text) or key.sign(nil, text), with the text itself',
};

const wholeSeconds: Words = {
  javascript: 'Math.floor(Date.now() / 1000)',
  python: 'int(time.time())',
  java: 'Instant.now().getEpochSecond()',
  csharp: 'DateTimeOffset.UtcNow.ToUnixTimeSeconds()',
  go: 'time.Now().Unix()',
  php: 'time()',
  ruby: 'Time.now.to_i',
};

const rawBody: Words = {
  javascript: "express.raw({ type: 'application/json' }) on this route, or await request.text() before parsing",
  python: 'request.get_data() in Flask, request.body in Django, await request.body() in FastAPI',
  java: '@RequestBody byte[] body, and parse it afterwards',
  csharp: 'read Request.Body into bytes before the model is bound',
  go: 'io.ReadAll(r.Body), then json.Unmarshal of the same bytes',
  php: "file_get_contents('php://input')",
  ruby: 'request.raw_post in Rails, request.body.read in Rack',
};

const decodeSecret: Words = {
  javascript: "Buffer.from(secret.replace('whsec_', ''), 'base64')",
  python: "base64.b64decode(secret.removeprefix('whsec_'))",
  java: 'Base64.getDecoder().decode(secret.substring("whsec_".length()))',
  csharp: 'Convert.FromBase64String(secret["whsec_".Length..])',
  go: 'base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))',
  php: "base64_decode(substr($secret, strlen('whsec_')))",
  ruby: "Base64.decode64(secret.delete_prefix('whsec_'))",
};

const byCode: Readonly<Record<string, Words>> = {
  'text.final_newline': joinLines,
  'text.crlf': joinLines,
  'text.escaped_newlines': joinLines,
  'digest.hex': plainBase64,
  'digest.base64url': plainBase64,
  'signature.hex': plainBase64,
  'signature.base64url': plainBase64,
  'signature.double_base64': plainBase64,
  'signature.der': rawSignature,
  'signature.swapped': rawSignature,
  'hash.twice': signTheText,
  'hash.hex': signTheText,
  'created.milliseconds': wholeSeconds,
  'input.created': wholeSeconds,
  'secret.text': decodeSecret,
};

/** The advice for a mistake in a language; undefined if the fix is the same in all languages. */
export function findLanguageWords(code: string, language: Language): string | undefined {
  const words = code.startsWith('body.') ? serializeOnce : code.startsWith('received.') ? rawBody : byCode[code];
  return words?.[language];
}
