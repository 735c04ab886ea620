import { createHmac, type KeyObject } from 'node:crypto';
import type { SecretKind } from '../endpoint-store.ts';
import type { SentRequest } from './rules.ts';

/** A key object: from raw bytes the library would make one at every signature. */
export type Secret = { readonly kind: SecretKind; readonly key: KeyObject; readonly id: string };

export type SecretsInForce = {
  readonly current: Secret;
  /** The previous secret, during the overlap of a rotation. */
  readonly previous: Secret | undefined;
};

type Signed = { readonly eventId: string; readonly body: string; readonly at: Date };

const hmac = ({ key }: Secret, message: string) => createHmac('sha256', key).update(message);

/**
 * The signatures of one attempt (D-128): the service's own header uses the previous secret until the overlap ends, the
 * standard one every Standard Webhooks secret in force, the newest first.
 */
export function computeSignatures({ current, previous }: SecretsInForce, signed: Signed): Omit<SentRequest, 'url'> {
  const t = Math.floor(signed.at.getTime() / 1000);
  const own = previous ?? current;
  const standard = [current, previous].filter((secret) => secret?.kind === 'standard') as Secret[];
  const entries = standard.map((secret) => hmac(secret, `${signed.eventId}.${t}.${signed.body}`).digest('base64'));
  return {
    signature: `t=${t},v1=${hmac(own, `${t}.${signed.body}`).digest('hex')}`,
    signedBy: own.id,
    ...(entries.length === 0
      ? {}
      : {
          standardSignature: entries.map((entry) => `v1,${entry}`).join(' '),
          standardSignedBy: standard.map(({ id }) => id),
        }),
  };
}
