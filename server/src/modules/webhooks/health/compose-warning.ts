import { addSeconds } from '#lib/time/dates';
import type { Mail } from '#lib/mail/mail';
import { describeMoment, warningPurposes } from './rules.ts';
import type { EndpointToWarn } from './store.ts';
import { retriesLastS } from '../delivery/rules.ts';

/** What to tell an institution about one of its endpoints; the recipient is not known here. */
export type EndpointNotice = {
  readonly purpose: (typeof warningPurposes)[keyof typeof warningPurposes];
  readonly endpointId: string;
  /** Since when it fails, when the notice is about that. */
  readonly failingSince: Date | undefined;
  readonly accountId: string;
  /** About a test endpoint: the message is stored to be shown, not sent (D-005 and D-139). */
  readonly sandbox: boolean;
  readonly mail: Mail;
};

/**
 * Which endpoint, since when, why, what to do and until when. Only the host of the address, because the rest may be a
 * secret; the cause is in our words, never in the receiver's.
 */
export function composeWarning(endpoint: EndpointToWarn): EndpointNotice {
  const { id, account_id: accountId, exhausted_since: exhaustedSince } = endpoint;
  const [first, ...rest] = describeFailure(endpoint);
  return {
    purpose: exhaustedSince === null ? warningPurposes.endpointFailing : warningPurposes.deliveriesExhausted,
    endpointId: id,
    failingSince: exhaustedSince === null ? (endpoint.failing_since ?? undefined) : undefined,
    accountId,
    sandbox: !endpoint.livemode,
    mail: {
      language: 'en',
      subject:
        exhaustedSince === null
          ? `Your webhook endpoint ${id} is failing`
          : `Deliveries to your webhook endpoint ${id} were given up`,
      paragraphs: [first ?? '', ...rest, ...advice],
      why: 'You get this because your institution chose this address for warnings about its endpoints.',
    },
  };
}

const advice = [
  'What to do: make the endpoint answer any 2xx status within 10 seconds, over https with a certificate issued by a public authority. Respond first and do the work afterwards; acknowledge event types you do not know as well.',
  'What did not arrive is stored for 30 days. Once the endpoint answers, write to us and we will send it again. The same events can also be read from GET /api/gap/v1/events.',
];

function describeFailure({ id, url, failing_since: since, ...rest }: EndpointToWarn): string[] {
  const { exhausted_since: exhaustedSince, last_failure: failure } = rest;
  const name = `Your webhook endpoint ${id} at ${URL.parse(url)?.hostname ?? 'an address that is not valid'}`;
  const lost =
    exhaustedSince === null
      ? []
      : [
          `${name} did not accept deliveries in seven attempts; since ${describeMoment(exhaustedSince)} we have given up at least one. You get this message at most once a day, however many there are.`,
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
