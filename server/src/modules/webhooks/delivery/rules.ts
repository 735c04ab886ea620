import type { PostOutcome } from '#gateways/egress';
import type { Result } from '#platform/jobs';
import type { EndpointInForce } from '../endpoint-store.ts';
import { isTestDelivery } from '../rules.ts';

/** Wait before each retry, from the end of the attempt that failed; after the last one the delivery is exhausted. */
const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

/**
 * Each delay is varied by up to 20 % either way, so that a recovering receiver does not get all deliveries together.
 */
const jitter = 0.2;

/**
 * Seconds until the next attempt; undefined when there is none. `random` is drawn once, in [0, 1); 0.5 varies nothing.
 */
export function retryDelayS(attempt: number, random: number): number | undefined {
  const delay = retryDelaysS[attempt - 1];
  return delay === undefined ? undefined : delay * (1 - jitter + 2 * jitter * random);
}

/** Whether this is the last attempt; a test has only one, because its sender is waiting for the result. */
export const isLastAttempt = (delivery: Pick<PendingDelivery, 'event_type' | 'event_id' | 'attempt'>): boolean =>
  isTestDelivery(delivery) || delivery.attempt > retryDelaysS.length;

/** How long the seven attempts take, from the first failure to the last, before any variation. */
export const retriesLastS = retryDelaysS.reduce((sum, delay) => sum + delay, 0);

/** Attempts in flight at one endpoint, over all processes. */
export const endpointCap = 8;

/** The longest an attempt takes; the egress gateway keeps to it. */
export const attemptMs = 10_000;

/** Attempts and retries, as documented for receivers. */
export const deliveryTerms = { retryDelaysS, jitter, attemptMs } as const;

/** An endpoint that takes longer than this is reported as slow. */
export const slowAnswerMs = 2_000;

/** live: as things happen; replay: recovered and resent, which must not delay them. */
export const lanes = ['live', 'replay'] as const;
export type Lane = (typeof lanes)[number];

/** A delivery that is due; `attempt` is the number of the attempt to come. */
export type PendingDelivery = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly attempt: number;
  readonly due_at: Date;
};

/** A delivery and its endpoint as of the attempt; undefined when the endpoint was deleted. */
export type DeliveryWork = { readonly delivery: PendingDelivery; readonly endpoint: EndpointInForce | undefined };

/** The parts of a sent request that cannot be computed later, because address and secrets may change. */
export type SentRequest = {
  readonly url: string;
  /** The header of this service, and the secret used for it. */
  readonly signature: string;
  readonly signedBy: string;
  /** The same for the Standard Webhooks header, if there was one. */
  readonly standardSignature?: string;
  readonly standardSignedBy?: readonly string[];
};

export type DeliveryOutcome =
  | {
      readonly kind: 'posted';
      readonly at: Date;
      readonly outcome: PostOutcome;
      readonly sent?: SentRequest | undefined;
    }
  /** Nothing was sent, and nothing will be; what was skipped can be recovered. */
  | { readonly kind: 'canceled' | 'skipped'; readonly at: Date; readonly cause: string };

export type DeliveryResult = Result<DeliveryWork, DeliveryOutcome>;

export type LaneResult = DeliveryResult & { readonly lane: Lane };

export const isAcknowledged = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'posted' && outcome.outcome.cause === 'acknowledged';

/** Whether this attempt was the last. A test does not count, because its sender sees the result. */
export const isExhausted = ({ row: { delivery }, outcome }: DeliveryResult): boolean =>
  outcome.kind === 'posted' && !isAcknowledged(outcome) && isLastAttempt(delivery) && !isTestDelivery(delivery);
