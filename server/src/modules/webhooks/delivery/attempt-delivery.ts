import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Ctx, Tx } from '#context';
import type { PostOutcome } from '#gateways/egress';
import type { EndpointInForce, SecretKind } from '../endpoint-store.ts';
import { webhookMetrics } from '../metrics.ts';
import { computeSecretId, refusalOfPartnerUrl, refusalOfUrl, secretAad, secretTestEventType } from '../rules.ts';
import {
  isAcknowledged,
  isExhausted,
  type DeliveryOutcome,
  type DeliveryWork,
  type LaneResult,
  type PendingDelivery,
  type SentRequest,
} from './rules.ts';
import { listPayloads } from './store.ts';

type Sendable = { readonly delivery: PendingDelivery; readonly endpoint: EndpointInForce };

/** Signs the delivery with the current secrets and sends it, through the egress guard, to the current address. */
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
    // After any failure on our side, the attempt counts and the next one is scheduled.
    ctx.log.error({ err: error, delivery: delivery.id }, 'webhooks.attempt-failed');
    return { outcome: notSent('something went wrong on our side') };
  }
}

function sign(ctx: Ctx, { delivery, endpoint }: Sendable, at: Date): SentRequest {
  const inForce = secretsInForce(ctx, endpoint, at);
  // This test only shows whether the receiver has the new secret.
  const secrets = delivery.event_type === secretTestEventType ? { ...inForce, previous: undefined } : inForce;
  return {
    url: endpoint.url,
    ...computeSignatures(secrets, { eventId: delivery.event_id, body: delivery.body, at }),
  };
}

/** Values computed once for the row of an endpoint, shared by all deliveries claimed together. */
type Known = { readonly refusal: string | undefined; current?: Secret; previous?: Secret };

/** Held only as long as the row, because the next row may have another address or secret. */
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
  const { previous_kind: kind, encrypted_previous: encrypted, overlap_ends_at: endsAt } = endpoint;
  known.current ??= decrypt(endpoint.secret_kind, endpoint.encrypted_secret);
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

type Addressed = { readonly id: string; readonly event_id: string; readonly event_type: string };

/** The request headers that we set, in order, computed from the delivery and its signature, at sending time or later. */
export function computeRequestHeaders(delivery: Addressed, sent: SentRequest): Record<string, string> {
  return {
    'x-service-signature': sent.signature,
    ...(sent.standardSignature === undefined
      ? {}
      : {
          'webhook-id': delivery.event_id,
          // Both headers carry one time.
          'webhook-timestamp': /^t=(\d+),/.exec(sent.signature)?.[1] ?? '',
          'webhook-signature': sent.standardSignature,
        }),
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': delivery.event_type,
    'x-service-delivery': delivery.id,
  };
}

/**
 * Counts a recorded attempt, and the delay of an acknowledged one. Anyone can have a test endpoint that fails or
 * responds late, so its attempts are counted in a separate queue without alarms, and nothing else is.
 */
export function observeResult({ metrics }: Ctx, result: LaneResult): void {
  const { row, outcome, lane } = result;
  const { deliveriesExhausted, deliverySeconds } = metrics.of(webhookMetrics);
  const acknowledged = isAcknowledged(outcome);
  const label = outcome.kind !== 'posted' ? outcome.kind : acknowledged ? 'succeeded' : 'failed';
  const isTest = row.endpoint?.livemode === false;
  metrics.workFinished.inc({ queue: isTest ? `test-webhooks.${lane}` : `webhooks.${lane}`, outcome: label });
  if (isTest) return;
  if (isExhausted(result)) deliveriesExhausted.inc();
  if (outcome.kind !== 'posted' || !acknowledged) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}

/** Whether any endpoint of the account, of either mode, takes full payloads. If not, its events can be written as a set. */
export async function hasFullEndpoint(tx: Tx, accountId: string): Promise<boolean> {
  return (await listPayloads(tx.db, accountId)).some(({ payload }) => payload === 'full');
}

/** A key object, because from raw bytes the library would create one for every signature. */
type Secret = { readonly kind: SecretKind; readonly key: KeyObject; readonly id: string };

type SecretsInForce = {
  readonly current: Secret;
  /** The previous secret, during the overlap of a rotation. */
  readonly previous: Secret | undefined;
};

type Signed = { readonly eventId: string; readonly body: string; readonly at: Date };

const hmac = ({ key }: Secret, message: string) => createHmac('sha256', key).update(message);

/**
 * The signatures of one attempt (D-128): the service's own header uses the previous secret until the overlap ends,
 * the standard one every current Standard Webhooks secret, newest first.
 */
function computeSignatures({ current, previous }: SecretsInForce, signed: Signed): Omit<SentRequest, 'url'> {
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
