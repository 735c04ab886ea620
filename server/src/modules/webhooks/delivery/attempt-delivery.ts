import { createSecretKey } from 'node:crypto';
import type { Ctx } from '#context';
import type { OutboundPost, PostOutcome } from '#gateways/egress';
import type { DeliveryOutcome, DeliveryWork, PendingDelivery } from './rules.ts';
import type { EndpointInForce, SecretKind } from '../endpoint-store.ts';
import { refusalOfPartnerUrl, refusalOfUrl, secretAad } from '../rules.ts';
import { computeSignatureHeaders, type Secret, type SecretsInForce } from './compute-signature-headers.ts';

type Sendable = { readonly delivery: PendingDelivery; readonly endpoint: EndpointInForce };

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
  const { refusal } = knownOf(endpoint);
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

/** What is worked out once for the row of an endpoint, which all deliveries claimed together share. */
type Known = { readonly refusal: string | undefined; current?: Secret; previous?: Secret };

/** Held as long as the row and no longer: the next row may have another address, another secret. */
const knownRows = new WeakMap<EndpointInForce, Known>();

function knownOf(endpoint: EndpointInForce): Known {
  const found = knownRows.get(endpoint);
  if (found !== undefined) return found;
  const refusalOf = endpoint.audience === 'partner' ? refusalOfPartnerUrl : refusalOfUrl;
  const known: Known = { refusal: refusalOf(endpoint.url) };
  knownRows.set(endpoint, known);
  return known;
}

function secretsInForce(ctx: Ctx, endpoint: EndpointInForce, now: Date): SecretsInForce {
  const known = knownOf(endpoint);
  const decrypt = (kind: SecretKind, encrypted: Buffer) =>
    toSecret(kind, ctx.vault.decrypt(encrypted, secretAad(endpoint.id)));
  const { previous_kind: kind, sealed_previous: encrypted, overlap_ends_at: endsAt } = endpoint;
  known.current ??= decrypt(endpoint.secret_kind, endpoint.sealed_secret);
  if (kind === null || encrypted === null || endsAt === null || now >= endsAt)
    return { current: known.current, previous: undefined };
  known.previous ??= decrypt(kind, encrypted);
  return { current: known.current, previous: known.previous };
}

/** One kind of partner secret is used as its text, the other is base64 after its prefix; agents' are text. */
function toSecret(kind: SecretKind, text: string): Secret {
  const bytes = kind === 'standard' ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text, 'utf8');
  return { kind, key: createSecretKey(bytes) };
}

const notSent = (cause: string): PostOutcome => ({
  status: undefined,
  cause,
  durationMs: 0,
  timings: {},
  address: undefined,
  answer: undefined,
});
