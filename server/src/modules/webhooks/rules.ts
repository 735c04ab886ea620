import { isIP } from 'node:net';

/** The associated data of an encrypted signing secret. */
export const secretAad = (endpointId: string): string => `webhooks.endpoints/${endpointId}`;

const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** What is wrong with an address to deliver to, if anything; its DNS answers are checked at each attempt. */
export function refusalOfUrl(text: string): string | undefined {
  // URL.parse would silently remove line ends, tabs, and spaces at both ends.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null) return 'must be an absolute URL';
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold user information';
  if (text.includes('#')) return 'must not hold a fragment';
  return refusalOfHost(url.hostname.toLowerCase().replace(/\.$/, ''));
}

/** Partner endpoints are stricter: port 443 only, and a bounded length (D-126). */
export function refusalOfPartnerUrl(text: string): string | undefined {
  if (text.length > 500) return 'must have at most 500 characters';
  const refusal = refusalOfUrl(text);
  if (refusal !== undefined) return refusal;
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
 * in the log that GET /events reads (docs/decisions/0013).
 */
export const testEventType = 'endpoint.test';

/** Whose endpoint, and which: whoever acts for an account says so first, and no statement finds another's. */
export type EndpointKey = { readonly accountId: string; readonly id: string };

/** The same of a delivery. */
export type DeliveryKey = { readonly accountId: string; readonly id: string };
