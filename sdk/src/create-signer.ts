import { toBase64, toBytes, type Bytes } from './bytes.ts';
import { readPem } from './read-pem.ts';
import {
  CannotSign,
  computeSignatureBase,
  type Environment,
  type SignatureAlgorithm,
  type SignedMethod,
} from './signature-base.ts';

/** Derived from the function that creates it, because the type's name differs between Node and browsers. */
export type WebCryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Any signer: your own key, or a key that never leaves a key service. */
export type Signer = {
  /** The id of your credential, `crd_…`. */
  readonly keyid: string;
  readonly alg: SignatureAlgorithm;
  /** 64 bytes; for P-256 r and s of 32 bytes each, not DER. */
  sign(base: Uint8Array): Promise<Uint8Array>;
};

export type SigningKey = {
  /** The id of your credential, `crd_…`. */
  readonly keyid: string;
  /** An Ed25519 or P-256 key: PKCS#8 PEM, or a CryptoKey that may sign. */
  readonly privateKey: string | WebCryptoKey;
};

const algorithms = {
  ed25519: { import: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  'ecdsa-p256-sha256': {
    import: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
  },
} as const;

/** A signer from a private key, with WebCrypto. A key in another format is refused here, before any request. */
export function createSigner({ keyid, privateKey }: SigningKey): Signer {
  const pem = typeof privateKey === 'string' ? readPem(privateKey) : undefined;
  const alg = pem?.alg ?? algorithmOf(privateKey as WebCryptoKey);
  let imported: Promise<WebCryptoKey> | undefined;
  const getKey = (): Promise<WebCryptoKey> => {
    imported ??=
      pem === undefined
        ? Promise.resolve(privateKey as WebCryptoKey)
        : crypto.subtle.importKey('pkcs8', pem.der, algorithms[alg].import, false, ['sign']);
    return imported;
  };
  return {
    keyid,
    alg,
    async sign(base) {
      return new Uint8Array(await crypto.subtle.sign(algorithms[alg].sign, await getKey(), toBytes(base)));
    },
  };
}

function algorithmOf({ algorithm, type }: WebCryptoKey): SignatureAlgorithm {
  if (type !== 'private') throw new CannotSign('the CryptoKey is not a private key');
  if (algorithm.name === 'Ed25519') return 'ed25519';
  const { namedCurve } = algorithm as { namedCurve?: string };
  if (algorithm.name === 'ECDSA' && namedCurve === 'P-256') return 'ecdsa-p256-sha256';
  throw new CannotSign('the CryptoKey is neither an Ed25519 nor a P-256 key');
}

export type AttemptToSign = {
  readonly method: SignedMethod;
  readonly url: string;
  readonly body?: Bytes | undefined;
  /** SHA-256 in base64, for a body that is not in memory. */
  readonly digest?: string | undefined;
  readonly environment: Environment;
  readonly idempotencyKey?: string | undefined;
  /** In unix seconds; default: now. */
  readonly created?: number;
  /** Default: random. */
  readonly nonce?: string;
};

/** The headers that sign one attempt of a request. */
export async function signAttempt(signer: Signer, attempt: AttemptToSign): Promise<Record<string, string>> {
  const { created = Math.floor(Date.now() / 1000), nonce = crypto.randomUUID(), body } = attempt;
  const { digest = toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', body ?? new Uint8Array()))) } =
    attempt;
  const { keyid, alg } = signer;
  const hasBody = attempt.digest !== undefined || (body !== undefined && body.length > 0);
  const { base, toHeaders } = computeSignatureBase({ ...attempt, keyid, alg, created, nonce, digest, hasBody });
  return toHeaders(toBase64(await signer.sign(toBytes(base))));
}
