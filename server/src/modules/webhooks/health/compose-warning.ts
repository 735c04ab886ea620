import { addSeconds } from '#lib/time/dates';
import type { Mail } from '#lib/mail/mail';
import type { Config } from '#platform/config';
import { adviseOn } from '../history/advice-rules.ts';
import { describeMoment, warningPurposes } from './rules.ts';
import type { EndpointToWarn } from './store.ts';
import { retriesLastS } from '../delivery/rules.ts';

/** What to tell an institution, or the operator of an agent, about an endpoint; the recipient is not known here. */
export type EndpointNotice = {
  readonly audience: 'agent' | 'partner';
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
export function composeWarning(config: Pick<Config, 'publicBaseUrl'>, endpoint: EndpointToWarn): EndpointNotice {
  const { id, account_id: accountId, exhausted_since: exhaustedSince, audience } = endpoint;
  const words = wordsOf[audience](endpoint, config.publicBaseUrl);
  const [first, ...rest] = describeFailure(endpoint, words.name);
  return {
    audience,
    purpose: exhaustedSince === null ? warningPurposes.endpointFailing : warningPurposes.deliveriesExhausted,
    endpointId: id,
    failingSince: exhaustedSince === null ? (endpoint.failing_since ?? undefined) : undefined,
    accountId,
    sandbox: !endpoint.livemode,
    mail: {
      language: 'en',
      subject:
        exhaustedSince === null ? `${words.subject} is failing` : `Deliveries to ${lower(words.subject)} were given up`,
      paragraphs: [first ?? '', ...rest, ...words.advice],
      why: words.why,
    },
  };
}

type Words = {
  /** What fails, at the beginning of a sentence. */
  readonly subject: string;
  readonly name: string;
  readonly advice: readonly string[];
  readonly why: string;
};

const answerInTime =
  'What to do: make the endpoint answer any 2xx status within 10 seconds, over https with a certificate issued by a public authority. Respond first and do the work afterwards; acknowledge event types you do not know as well.';

const hostOf = ({ url }: EndpointToWarn): string => URL.parse(url)?.hostname ?? 'an address that is not valid';

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const wordsOf: Record<EndpointNotice['audience'], (endpoint: EndpointToWarn, baseUrl: string) => Words> = {
  partner: (endpoint) => ({
    subject: `Your webhook endpoint ${endpoint.id}`,
    name: `Your webhook endpoint ${endpoint.id} at ${hostOf(endpoint)}`,
    advice: [
      answerInTime,
      'What did not arrive is stored for 30 days. Once the endpoint answers, write to us and we will send it again. The same events can also be read from GET /api/gap/v1/events.',
    ],
    why: 'You get this because your institution chose this address for warnings about its endpoints.',
  }),
  agent: (endpoint, baseUrl) => ({
    subject: 'The webhook of your agent',
    name: `The webhook of your agent ${endpoint.account_id} at ${hostOf(endpoint)}`,
    advice: [
      ...(endpoint.last_failure === null
        ? []
        : [
            `What to do about that: ${adviseOn(endpoint.last_failure.cause, endpoint.last_failure.status)} The request and the answer: ${baseUrl}/agent-console/deliveries/${endpoint.last_failure.delivery_id}`,
          ]),
      answerInTime,
      `What did not arrive is stored for 30 days. Once your webhook answers, send it again in the console: ${baseUrl}/agent-console/deliveries?failed=yes`,
    ],
    why: `You get this because this address is the operator of a registered agent. Mails about its webhook can be turned off at ${baseUrl}/agent-console/webhook.`,
  }),
};

function describeFailure({ failing_since: since, ...rest }: EndpointToWarn, name: string): string[] {
  const { exhausted_since: exhaustedSince, last_failure: failure } = rest;
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
