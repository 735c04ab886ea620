import type { Ctx } from '#context';
import type { OutboundPost, PostOutcome } from '#gateways/egress';
import type { ClaimedDelivery } from './delivery-store.ts';
import type { EndpointInForce } from './endpoint-store.ts';
import { refusalOfPartnerUrl, refusalOfUrl, secretRow } from './rules.ts';
import { signatureHeaders, type Secret, type SecretsInForce } from './signatures.ts';

/** A claimed delivery and its endpoint as it stood when it was claimed; undefined when it is gone. */
export type DeliveryWork = { readonly delivery: ClaimedDelivery; readonly endpoint: EndpointInForce | undefined };

type Sendable = { readonly delivery: ClaimedDelivery; readonly endpoint: EndpointInForce };

export type DeliveryOutcome =
  | { readonly kind: 'posted'; readonly at: Date; readonly outcome: PostOutcome }
  /** Nothing was sent, and nothing will be; what was skipped can be recovered. */
  | { readonly kind: 'canceled' | 'skipped'; readonly at: Date; readonly cause: string };

/** Signs the delivery afresh and sends it, through the guard, to the address in force. */
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
    // Whatever went wrong on our side, the attempt counts and the next one has its time.
    ctx.log.error({ err: error, delivery: delivery.id }, 'webhooks.attempt-failed');
    return notSent('something went wrong on our side');
  }
}

function signedPost(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): OutboundPost {
  return {
    url: endpoint.url,
    body: delivery.body,
    headers: {
      ...signatureHeaders(secretsInForce(ctx, endpoint, at), { eventId: delivery.event_id, body: delivery.body, at }),
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': delivery.event_type,
      'x-service-delivery': delivery.id,
    },
  };
}

/** Deliveries that were claimed together share their endpoint's row, so a secret is opened once for all of them. */
const opened = new WeakMap<Buffer, Secret>();

function secretsInForce(ctx: Ctx, endpoint: EndpointInForce, now: Date): SecretsInForce {
  const open = (kind: EndpointInForce['secret_kind'], sealed: Buffer): Secret => {
    const secret = opened.get(sealed) ?? { kind, text: ctx.vault.open(sealed, secretRow(endpoint.id)) };
    opened.set(sealed, secret);
    return secret;
  };
  const { previous_kind: kind, sealed_previous: sealed, overlap_ends_at: endsAt } = endpoint;
  const overlapping = kind !== null && sealed !== null && endsAt !== null && now < endsAt;
  return {
    current: open(endpoint.secret_kind, endpoint.sealed_secret),
    previous: overlapping ? open(kind, sealed) : undefined,
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
