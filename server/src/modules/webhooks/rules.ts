import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isLocalUrl } from '#lib/network/local-host';
import { randomBase62 } from '#lib/tokens/base62';
import { firstIdAt } from '#lib/tokens/ids';

/** The associated data of an encrypted signing secret. */
export const secretAad = (endpointId: string): string => `webhooks.endpoints/${endpointId}`;

const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** With WEBHOOK_ALLOW_LOCAL, deliveries to this machine are allowed; never in production. */
type Allowed = { readonly webhookAllowLocal: boolean };

/** The problem with a delivery address, if any; its DNS answers are checked at each attempt. */
export function refusalOfUrl(text: string, { webhookAllowLocal }: Allowed): string | undefined {
  if (webhookAllowLocal && isLocalUrl(text)) return undefined;
  // URL.parse would silently remove line ends, tabs, and spaces at both ends.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null) return 'must be an absolute URL';
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold user information';
  if (text.includes('#')) return 'must not hold a fragment';
  return refusalOfHost(url.hostname.toLowerCase().replace(/\.$/, ''));
}

/** Partner endpoints are stricter: port 443 only, and a bounded length (D-126). */
export function refusalOfPartnerUrl(text: string, allowed: Allowed): string | undefined {
  if (text.length > 500) return 'must have at most 500 characters';
  const refusal = refusalOfUrl(text, allowed);
  if (refusal !== undefined) return refusal;
  // A receiver on a developer's machine may be on any port.
  if (allowed.webhookAllowLocal && isLocalUrl(text)) return undefined;
  return new URL(text).port === '' ? undefined : 'must be on port 443';
}

const dnsLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

function refusalOfHost(host: string): string | undefined {
  const labels = host.split('.');
  const isHostName = labels.length > 1 && host.length <= 253 && labels.every((label) => dnsLabel.test(label));
  if (!isHostName || isIP(host) !== 0) return 'must name a public host';
  const reserved = privateNames.some((name) => host === name || host.endsWith(`.${name}`));
  return reserved ? 'must name a public host' : undefined;
}

/**
 * The type of a test, which is a delivery without an event: it is in no list of types, cannot be selected, and is not
 * in the log that GET /events reads (docs/decisions/0012).
 */
export const testEventType = 'endpoint.test';

/** A test of a type that the contract does not have: a receiver acknowledges what it does not know (docs/decisions/0078). */
export const rehearsalEventType = 'portal.rehearsal';

/** A test that is signed with the new secret alone, so that a receiver proves that it has it (docs/decisions/0012). */
export const secretTestEventType = 'endpoint.secret_test';

/** Deliveries without an event, tried once. */
export const testEventTypes = [testEventType, rehearsalEventType, secretTestEventType] as const;

const isTestType = (type: string): boolean => (testEventTypes as readonly string[]).includes(type);

/** Marks the event id of a test of an agent's own event types, which have no separate test type. */
const testMark = 'testtesttest';

/** The id of a test with the type of an event; no event of the log has one like it. */
export const newTestEventId = (now: Date): string => `${firstIdAt('evt', now)}${testMark}${randomBase62(4)}`;

/** A delivery without an event: tried once, and its failure does not count against its endpoint. */
export const isTestDelivery = ({ event_type: type, event_id: id }: { event_type: string; event_id: string }): boolean =>
  isTestType(type) || id.startsWith(testMark, 'evt_'.length + 8);

/** A list of them in SQL. */
export const testTypesSql = testEventTypes.map((type) => `'${type}'`).join(', ');

/**
 * The account and mode, which every statement requires, so that it cannot find another account's rows. `any` is for
 * staff, who look the account up.
 */
export type AccountMode = { readonly accountId: string; readonly livemode: boolean | 'any' };

export type EndpointKey = AccountMode & { readonly id: string };

/** The mode of a delivery is that of its endpoint. */
export type DeliveryKey = AccountMode & { readonly id: string };

/** For SQL: null is any mode. */
export const modeOf = ({ livemode }: AccountMode): boolean | null => (livemode === 'any' ? null : livemode);

/**
 * An id by which people distinguish secrets, and which a receiver can compute: the first eight hex digits of the
 * SHA-256 of the secret's text. A secret has 32 random bytes, so the id reveals nothing about it.
 */
export const computeSecretId = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** The intake of every agent test event: it does not exist, and a receiver can recognize a test by it. */
export const testIntakeId = `int_test${'0'.repeat(20)}`;
