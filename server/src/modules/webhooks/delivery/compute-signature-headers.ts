import { createHmac, type KeyObject } from 'node:crypto';
import type { SecretKind } from '../endpoint-store.ts';

/** A key object: from raw bytes the library would make one at every signature. */
export type Secret = { readonly kind: SecretKind; readonly key: KeyObject };

export type SecretsInForce = {
  readonly current: Secret;
  /** The previous secret, during the overlap of a rotation. */
  readonly previous: Secret | undefined;
};

type Signed = { readonly eventId: string; readonly body: string; readonly at: Date };

const hmac = ({ key }: Secret, message: string) => createHmac('sha256', key).update(message);

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
