import { isIP } from 'node:net';
import type { DayPartitions } from '#platform/db';

/** What a sealed signing secret is bound to. */
export const secretRow = (endpointId: string): string => `webhooks.endpoints/${endpointId}`;

const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** What is wrong with an address to deliver to, if anything; the checks of its DNS answers come at each attempt. */
export function refusalOfUrl(text: string): string | undefined {
  // The parser would take line ends and tabs out of the text, and spaces from its ends.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null) return 'must be an absolute URL';
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold user information';
  if (text.includes('#')) return 'must not hold a fragment';
  return refusalOfHost(url.hostname.toLowerCase().replace(/\.$/, ''));
}

/** Partner endpoints are stricter: port 443 only, and a bounded length (decision 126). */
export function refusalOfPartnerUrl(text: string): string | undefined {
  if (text.length > 500) return 'must have at most 500 characters';
  const refusal = refusalOfUrl(text);
  if (refusal !== undefined) return refusal;
  return new URL(text).port === '' ? undefined : 'must be on port 443';
}

/** Endpoints of one institution. */
export const endpointsMax = 10;

const dnsLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

function refusalOfHost(host: string): string | undefined {
  const labels = host.split('.');
  const named = labels.length > 1 && host.length <= 253 && labels.every((label) => dnsLabel.test(label));
  if (!named || isIP(host) !== 0) return 'must name a public host';
  const reserved = privateNames.some((name) => host === name || host.endsWith(`.${name}`));
  return reserved ? 'must name a public host' : undefined;
}

/** Wait before each retry, from the end of the attempt that failed; after the last one the delivery is exhausted. */
const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

/** Each delay is varied by up to 20 % either way, so that a receiver's recovery is not met by everything at once. */
const jitter = 0.2;

/** Seconds until the next attempt; undefined when there is none. `random` is drawn once, in [0, 1); 0.5 varies nothing. */
export function retryDelayS(attempt: number, random: number): number | undefined {
  const delay = retryDelaysS[attempt - 1];
  return delay === undefined ? undefined : delay * (1 - jitter + 2 * jitter * random);
}

/**
 * The type of a test, which is a delivery and no event: it is in no list of types, cannot be selected, and is not in the
 * log that GET /events reads (docs/decisions/0013).
 */
export const testEventType = 'endpoint.test';

/** Whether a delivery has attempts left after this one; a test has one in all, because somebody is waiting for it. */
export const isLastAttempt = ({ event_type: type, attempt }: { event_type: string; attempt: number }): boolean =>
  type === testEventType || attempt > retryDelaysS.length;

/** How long the seven attempts take, from the first failure to the last, before any variation. */
export const retriesLastS = retryDelaysS.reduce((sum, delay) => sum + delay, 0);

/** How long an endpoint fails before its institution is told (decision 129). */
export const warnAfterHours = 6;

/** Deliveries that were given up are told of at most once in this time, however many they are. */
export const exhaustedPauseHours = 24;

/** Attempts in flight at one endpoint, over all processes. */
export const endpointCap = 8;

/** An endpoint that takes longer than this is worked off in the slow lane. */
export const slowAnswerMs = 2_000;

export const historyDays: readonly DayPartitions[] = [
  { table: 'webhooks.finished_deliveries', key: 'finished_at', daysAhead: 8, daysKept: 31 },
  { table: 'webhooks.attempts', key: 'at', daysAhead: 8, daysKept: 31 },
];
