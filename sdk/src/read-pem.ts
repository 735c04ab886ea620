import { fromBase64, toHex, type Bytes } from './bytes.ts';
import { CannotSign, type SignatureAlgorithm } from './signature-base.ts';

const expected =
  'The private key must be an Ed25519 or P-256 key in PKCS#8 PEM: a block that starts with "-----BEGIN PRIVATE KEY-----"';

/** Common other formats, and the command that converts each to the expected one. */
const others: Readonly<Record<string, string>> = {
  'EC PRIVATE KEY':
    'This is the older SEC1 format. Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem -out pkcs8.pem',
  'RSA PRIVATE KEY':
    'This is an RSA key, which the profile does not know. Make one: openssl genpkey -algorithm ed25519',
  'ENCRYPTED PRIVATE KEY': 'This key has a passphrase. Remove it: openssl pkey -in key.pem -out plain.pem',
  'OPENSSH PRIVATE KEY': 'This is the format of OpenSSH. Make a key of its own: openssl genpkey -algorithm ed25519',
  'PUBLIC KEY': 'This is the public half, which is for upload. Sign with the private one',
  CERTIFICATE: 'This is a certificate. Sign with its private key',
};

/** Object identifiers in the PKCS#8 header, which identify the kind of key. */
const identifiers: Readonly<Record<SignatureAlgorithm, string>> = {
  ed25519: '06032b6570',
  'ecdsa-p256-sha256': '06072a8648ce3d020106082a8648ce3d030107',
};
const headBytes = 40;

export type PemKey = { readonly der: Bytes; readonly alg: SignatureAlgorithm };

/** The first complete block. */
function findBlock(text: string): { readonly label: string; readonly content: string } | undefined {
  for (const { 0: line, 1: label = '', index } of text.matchAll(/-----BEGIN ([A-Z0-9 ]+)(?=-----)/g)) {
    const start = index + line.length + '-----'.length;
    const end = text.indexOf(`-----END ${label}-----`, start);
    if (end !== -1) return { label, content: text.slice(start, end) };
  }
  return undefined;
}

/** The key in a PEM. For another format the error names the expected one and never repeats the text. */
export function readPem(pem: string): PemKey {
  // Settings often store line ends as the two characters `\n`.
  const text = pem.includes('\\n') ? pem.replaceAll('\\n', '\n') : pem;
  const { label, content } = findBlock(text) ?? {};
  if (label === undefined || content === undefined) throw new CannotSign(`${expected}. No such block is in the text.`);
  if (label !== 'PRIVATE KEY') {
    throw new CannotSign(`${expected}, not "-----BEGIN ${label}-----". ${others[label] ?? 'Convert it first'}.`);
  }
  const der = fromBase64(content.replaceAll(/\s/g, ''));
  if (der === undefined) throw new CannotSign(`${expected}. What is between the two lines is not base64.`);
  const head = toHex(der.slice(0, headBytes));
  const alg = (['ed25519', 'ecdsa-p256-sha256'] as const).find((name) => head.includes(identifiers[name]));
  if (alg === undefined) throw new CannotSign(`${expected}. The key in it is of another kind.`);
  return { der, alg };
}
