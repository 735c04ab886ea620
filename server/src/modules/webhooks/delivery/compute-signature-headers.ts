import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { SecretKind } from '../endpoint-store.ts';

export type Secret = { readonly kind: SecretKind; readonly text: string };

export type SecretsInForce = {
  readonly current: Secret;
  /** The previous secret, during the overlap of a rotation. */
  readonly previous: Secret | undefined;
};

type Signed = { readonly eventId: string; readonly body: string; readonly at: Date };

/** One kind of partner secret is used as its text, the other is base64 after its prefix; agents' are text. */
const keyBytes = ({ kind, text }: Secret): Buffer =>
  kind === 'standard' ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text, 'utf8');

/** Cached per decrypted secret: making the key costs more than the signature. */
const keys = new WeakMap<Secret, KeyObject>();

function hmacKey(secret: Secret): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(keyBytes(secret));
  keys.set(secret, key);
  return key;
}

const hmac = (secret: Secret, message: string) => createHmac('sha256', hmacKey(secret)).update(message);

/**
 * The signature headers of one attempt (D-128): the service's own header uses the previous secret until the overlap
 * ends, the standard one every Standard Webhooks secret in force, the newest first.
 */
export function computeSignatureHeaders({ current, previous }: SecretsInForce, signed: Signed): Record<string, string> {
  const t = Math.floor(signed.at.getTime() / 1000);
  const own = hmac(previous ?? current, `${t}.${signed.body}`).digest('hex');
  const standard = [current, previous].filter((secret) => secret?.kind === 'standard') as Secret[];
  const entries = standard.map((secret) => hmac(secret, `${signed.eventId}.${t}.${signed.body}`).digest('base64'));
  return {
    'x-service-signature': `t=${t},v1=${own}`,
    ...(entries.length === 0
      ? {}
      : {
          'webhook-id': signed.eventId,
          'webhook-timestamp': String(t),
          'webhook-signature': entries.map((entry) => `v1,${entry}`).join(' '),
        }),
  };
}
