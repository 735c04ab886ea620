// Verifies webhook deliveries, synchronously, on Node. Other runtimes, and whole receivers, use `webhooks` of the
// library. SPDX-License-Identifier: Apache-2.0
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  hmacKey,
  isStandard,
  listSecrets,
  readServiceHeader,
  readStandardHeaders,
  requireFresh,
  WebhookRefused,
  type Claim,
  type RawBody,
  type Secrets,
  type WebhookHeaders,
} from './receiving/webhook-headers.ts';

export {
  WebhookRefused,
  type RawBody,
  type RefusalReason,
  type Secrets,
  type WebhookHeaders,
} from './receiving/webhook-headers.ts';

export type ServiceSignature = {
  /** The value of `X-Service-Signature`. */
  readonly header: string | undefined;
  readonly body: RawBody;
  /** As it was shown to you: `whsec_gap_…`, `whsec_agent_…`, or `whsec_` followed by base64. */
  readonly secret: Secrets;
  /** The time on your clock; default: now. */
  readonly now?: Date;
  /** How far the time of signing may be from your clock; default: 300. */
  readonly toleranceSeconds?: number;
};

export type StandardWebhook = {
  /** Includes `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly headers: WebhookHeaders;
  readonly body: RawBody;
  /** `whsec_` followed by base64; other kinds do not sign these headers and are ignored. */
  readonly secret: Secrets;
  /** The time on your clock; default: now. */
  readonly now?: Date;
};

/**
 * Verifies `X-Service-Signature`, which every delivery has; throws `WebhookRefused` unless it is genuine and recent.
 *
 * ```ts
 * verifyServiceSignature({ header: request.headers['x-service-signature'], body, secret });
 * ```
 */
export function verifyServiceSignature({ header, body, secret, ...clock }: ServiceSignature): void {
  const claim = readServiceHeader(header);
  requireFresh(claim, clock.now, clock.toleranceSeconds);
  requireMatch(listSecrets(secret).map(hmacKey), claim, body);
}

/**
 * Verifies the three Standard Webhooks headers, which an endpoint with a `whsec_` + base64 secret gets; throws
 * `WebhookRefused` unless they are genuine and recent. Any library of that standard does the same.
 */
export function verifyStandardWebhook({ headers, body, secret, now }: StandardWebhook): void {
  const claim = readStandardHeaders(headers);
  requireFresh(claim, now);
  requireMatch(listSecrets(secret).filter(isStandard).map(hmacKey), claim, body);
}

/** Compares every key with every signature in constant time, so that the duration reveals nothing. */
function requireMatch(keys: readonly Uint8Array[], { prefix, signatures }: Claim, body: RawBody): void {
  if (keys.length === 0) throw new WebhookRefused('secret', 'none of the secrets can verify this header');
  let matched = false;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(prefix).update(body).digest();
    for (const signature of signatures) {
      const equal = signature.length === expected.length && timingSafeEqual(signature, expected);
      matched = equal || matched;
    }
  }
  if (!matched) throw new WebhookRefused('signature', 'no signature matches');
}
