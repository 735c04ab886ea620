import type { Ctx } from '#context';
import { readPublicKey, type SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import { validationFailed } from '#platform/errors';
import type { NotifyOfCredential } from '../partner-credentials/rules.ts';
import type { PastedKeyRequest } from '../partner-credentials/schemas.ts';
import { storeCredential, type UploadedCredential } from '../signatures/credentials.ts';

type PastedKey = PastedKeyRequest & { readonly notify?: NotifyOfCredential };
type Tenant = { readonly institutionId: string; readonly livemode: boolean };

/** A pasted public key; reports what it is if it is something else. */
export async function submitPublicKey(ctx: Ctx, tenant: Tenant, input: PastedKey): Promise<UploadedCredential> {
  const read = readKeyText(input.public_key);
  if ('refusal' in read) throw validationFailed([{ path: 'public_key', message: read.refusal }]);
  const { institutionId, livemode } = tenant;
  const { role = 'full', label, replaces, notify } = input;
  return storeCredential(ctx, { institutionId, livemode, ...read, role, label, replaces, notify });
}

type KeyText =
  | { readonly alg: SignatureAlgorithm; readonly publicKey: string }
  /** What was pasted instead, as the rest of a sentence about the field. */
  | { readonly refusal: string };

/** What people paste instead of a public key, and how to correct it. The first match is reported. */
const mistaken: readonly (readonly [RegExp, string])[] = [
  [
    /PRIVATE KEY-----|OPENSSH PRIVATE|PuTTY-User-Key-File/,
    'is a private key. It has been sent to us with this request; we have not stored it, but whoever saw it on the way can sign as you, so do not use it: make a new pair, and paste its public half',
  ],
  [/BEGIN CERTIFICATE-----/, 'is a certificate; paste the public key in it, which openssl x509 -pubkey -noout prints'],
  [/^(?:ssh-|ecdsa-sha2-)|BEGIN SSH2/, 'is a key of SSH; make a pair with openssl and paste its public half as PEM'],
  [/BEGIN RSA PUBLIC KEY-----/, 'is an RSA key; Ed25519 and P-256 are accepted'],
  [/BEGIN EC PARAMETERS-----/, 'has the parameters of a curve and no public key; openssl pkey -pubout prints the key'],
  [/^\s*\{/, 'is JSON; paste the public key as SPKI PEM'],
];

const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;

/** Reads a pasted public key and detects its algorithm. */
function readKeyText(text: string): KeyText {
  const pem = `${text.replaceAll('\r\n', '\n').trim()}\n`;
  const [, refusal] = mistaken.find(([form]) => form.test(pem)) ?? [];
  if (refusal !== undefined) return { refusal };
  const alg = algorithms.find((name) => readPublicKey(name, pem) !== undefined);
  if (alg !== undefined) return { alg, publicKey: pem };
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----/g)?.length ?? 0;
  if (blocks > 1) return { refusal: 'must have one key; each credential has its own' };
  if (blocks === 0) return { refusal: 'must be a public key as SPKI PEM: it begins with -----BEGIN PUBLIC KEY-----' };
  return { refusal: 'is not an Ed25519 or P-256 public key that can be read; RSA and other curves are not accepted' };
}
