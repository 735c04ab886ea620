import { escapeHtml } from '#lib/html';
import { addSeconds } from '#lib/dates';
import type { EndpointToWarn } from './health-store.ts';
import { retriesLastS } from './rules.ts';

/** What an institution is told about one of its endpoints; who gets it is not known here. */
export type EndpointNotice = {
  readonly purpose: 'webhooks.endpoint-failing' | 'webhooks.deliveries-exhausted';
  readonly endpointId: string;
  /** Since when it fails, where that is what is told. */
  readonly failingSince: Date | undefined;
  readonly accountId: string;
  /** About a test endpoint: kept to be looked at, not sent (decisions 5 and 139). */
  readonly sandbox: boolean;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A moment for people, to the minute: 2026-11-15 12:00 UTC. */
export const describeMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Which endpoint, since when, why, what to do and until when. Of the address only the host, because what follows it may
 * be a secret; the cause is in our words, never in the receiver's.
 */
export function composeWarning(endpoint: EndpointToWarn): EndpointNotice {
  const { id, account_id: accountId, exhausted_since: exhaustedSince } = endpoint;
  const paragraphs = [
    ...describeTrouble(endpoint),
    'What to do: make the endpoint answer any 2xx status within 10 seconds, over https with a certificate that a public authority issued. Answer first and work afterwards; acknowledge types you do not know as well.',
    'What did not arrive is kept for 30 days. Once the endpoint answers, write to us and we send it again. The same events can also be read from GET /api/gap/v1/events.',
  ];
  return {
    purpose: exhaustedSince === null ? 'webhooks.endpoint-failing' : 'webhooks.deliveries-exhausted',
    endpointId: id,
    failingSince: exhaustedSince === null ? (endpoint.failing_since ?? undefined) : undefined,
    accountId,
    sandbox: !endpoint.livemode,
    subject:
      exhaustedSince === null
        ? `Your webhook endpoint ${id} is failing`
        : `Deliveries to your webhook endpoint ${id} were given up`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      '</body></html>',
    ].join(''),
  };
}

function describeTrouble({ id, url, failing_since: since, ...rest }: EndpointToWarn): string[] {
  const { exhausted_since: exhaustedSince, last_failure: failure } = rest;
  const name = `Your webhook endpoint ${id} at ${URL.parse(url)?.hostname ?? 'an address that is not valid'}`;
  const lost =
    exhaustedSince === null
      ? []
      : [
          `${name} did not take deliveries in seven attempts; from ${describeMoment(exhaustedSince)} on we have given up at least one. You get this message at most once a day, however many there are.`,
        ];
  const failing = since === null ? [] : [`${name} has acknowledged no delivery since ${describeMoment(since)}.`];
  const cause =
    failure === null
      ? []
      : [`The last attempt that failed, at ${describeMoment(new Date(failure.at))}: ${failure.cause}.`];
  const until =
    since === null || exhaustedSince !== null
      ? []
      : [
          `Each delivery is tried seven times over about 35 hours. Retries of the first ones end around ${describeMoment(addSeconds(since, retriesLastS))}.`,
        ];
  return [...lost, ...failing, ...cause, ...until];
}
