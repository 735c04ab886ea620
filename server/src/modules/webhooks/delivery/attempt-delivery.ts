import type { Ctx } from '#context';
import type { OutboundPost, PostOutcome } from '#gateways/egress';
import type { DeliveryOutcome, DeliveryWork } from './rules.ts';
import type { ClaimedDelivery } from './store.ts';
import type { EndpointInForce } from '../endpoint-store.ts';
import { refusalOfPartnerUrl, refusalOfUrl, secretAad } from '../rules.ts';
import { computeSignatureHeaders, type Secret, type SecretsInForce } from './compute-signature-headers.ts';

type Sendable = { readonly delivery: ClaimedDelivery; readonly endpoint: EndpointInForce };

/** Signs the delivery with the secrets in force and sends it, through the egress guard, to the address in force. */
export async function attemptDelivery(ctx: Ctx, { delivery, endpoint }: DeliveryWork): Promise<DeliveryOutcome> {
  const at = ctx.clock.now();
  if (endpoint === undefined) return { kind: 'canceled', at, cause: 'the endpoint is gone' };
  if (endpoint.barred)
    return endpoint.audience === 'agent'
      ? { kind: 'canceled', at, cause: 'the agent is not active' }
      : { kind: 'skipped', at, cause: 'the institution is suspended' };
  if (endpoint.status === 'disabled') return { kind: 'skipped', at, cause: 'the endpoint is disabled' };
  // The rules may have become stricter since the address was accepted.
  const refusal = endpoint.audience === 'partner' ? refusalOfPartnerUrl(endpoint.url) : refusalOfUrl(endpoint.url);
  if (refusal !== undefined) return { kind: 'posted', at, outcome: notSent(`the address ${refusal}`) };
  const outcome = await post(ctx, { delivery, endpoint }, at);
  return { kind: 'posted', at, outcome };
}

async function post(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): Promise<PostOutcome> {
  try {
    return await ctx.egress.post(signedPost(ctx, { delivery, endpoint }, at));
  } catch (error) {
    // Whatever failed on our side, the attempt counts and the next one is scheduled.
    ctx.log.error({ err: error, delivery: delivery.id }, 'webhooks.attempt-failed');
    return notSent('something went wrong on our side');
  }
}

function signedPost(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): OutboundPost {
  return {
    url: endpoint.url,
    body: delivery.body,
    headers: {
      ...computeSignatureHeaders(secretsInForce(ctx, endpoint, at), {
        eventId: delivery.event_id,
        body: delivery.body,
        at,
      }),
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': delivery.event_type,
      'x-service-delivery': delivery.id,
    },
  };
}

/** Deliveries claimed together share their endpoint's row, so a secret is decrypted once for all of them. */
const decryptedSecrets = new WeakMap<Buffer, Secret>();

function secretsInForce(ctx: Ctx, endpoint: EndpointInForce, now: Date): SecretsInForce {
  const decrypt = (kind: EndpointInForce['secret_kind'], encrypted: Buffer): Secret => {
    const secret = decryptedSecrets.get(encrypted) ?? {
      kind,
      text: ctx.vault.decrypt(encrypted, secretAad(endpoint.id)),
    };
    decryptedSecrets.set(encrypted, secret);
    return secret;
  };
  const { previous_kind: kind, sealed_previous: encrypted, overlap_ends_at: endsAt } = endpoint;
  const overlapping = kind !== null && encrypted !== null && endsAt !== null && now < endsAt;
  return {
    current: decrypt(endpoint.secret_kind, endpoint.sealed_secret),
    previous: overlapping ? decrypt(kind, encrypted) : undefined,
  };
}

const notSent = (cause: string): PostOutcome => ({
  status: undefined,
  cause,
  durationMs: 0,
  timings: {},
  address: undefined,
  answer: undefined,
});
