import { createSecretKey } from 'node:crypto';
import type { Ctx } from '#context';
import type { PostOutcome } from '#gateways/egress';
import type { DeliveryOutcome, DeliveryWork, PendingDelivery, SentRequest } from './rules.ts';
import type { EndpointInForce, SecretKind } from '../endpoint-store.ts';
import { computeSecretId, refusalOfPartnerUrl, refusalOfUrl, secretAad, secretTestEventType } from '../rules.ts';
import { computeRequestHeaders } from './compute-request-headers.ts';
import { computeSignatures, type Secret, type SecretsInForce } from './compute-signatures.ts';

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
  const { refusal } = knownOf(ctx, endpoint);
  if (refusal !== undefined) return { kind: 'posted', at, outcome: notSent(`the address ${refusal}`) };
  return { kind: 'posted', at, ...(await post(ctx, { delivery, endpoint }, at)) };
}

type Posted = { readonly outcome: PostOutcome; readonly sent?: SentRequest };

async function post(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): Promise<Posted> {
  try {
    const sent = sign(ctx, { delivery, endpoint }, at);
    const headers = computeRequestHeaders(delivery, sent);
    return { sent, outcome: await ctx.egress.post({ url: endpoint.url, body: delivery.body, headers }) };
  } catch (error) {
    // Whatever failed on our side, the attempt counts and the next one is scheduled.
    ctx.log.error({ err: error, delivery: delivery.id }, 'webhooks.attempt-failed');
    return { outcome: notSent('something went wrong on our side') };
  }
}

function sign(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): SentRequest {
  const inForce = secretsInForce(ctx, endpoint, at);
  // The one question of this test is whether the receiver has the new secret.
  const secrets = delivery.event_type === secretTestEventType ? { ...inForce, previous: undefined } : inForce;
  return {
    url: endpoint.url,
    ...computeSignatures(secrets, { eventId: delivery.event_id, body: delivery.body, at }),
  };
}

/** What is worked out once for the row of an endpoint, which all deliveries claimed together share. */
type Known = { readonly refusal: string | undefined; current?: Secret; previous?: Secret };

/** Held as long as the row and no longer: the next row may have another address, another secret. */
const knownRows = new WeakMap<EndpointInForce, Known>();

function knownOf({ config }: Ctx, endpoint: EndpointInForce): Known {
  const found = knownRows.get(endpoint);
  if (found !== undefined) return found;
  const refusalOf = endpoint.audience === 'partner' ? refusalOfPartnerUrl : refusalOfUrl;
  const known: Known = { refusal: refusalOf(endpoint.url, config) };
  knownRows.set(endpoint, known);
  return known;
}

function secretsInForce(ctx: Ctx, endpoint: EndpointInForce, now: Date): SecretsInForce {
  const known = knownOf(ctx, endpoint);
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
  return { kind, key: createSecretKey(bytes), id: computeSecretId(text) };
}

const notSent = (cause: string): PostOutcome => ({
  status: undefined,
  cause,
  durationMs: 0,
  timings: {},
  address: undefined,
  answer: undefined,
});
