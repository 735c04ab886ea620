import {
  answerWith,
  byPosts,
  changed,
  firstPost,
  checkOnce,
  checkRepeat,
  checkWait,
  loseAnswer,
  reportedIds,
  retryAfterS,
} from './judging.ts';
import type { Heard, Scenario, Seen } from './types.ts';
import { rawBodyScenario, signatureScenario } from './webhook-scenarios.ts';

const intakes = '/api/agent/v1/intakes';
/** Faster polling is only load: a status changes when people act. */
const leastPollMs = 1000;
/** From this poll on the owner has confirmed, so that the client can stop. */
const lastPoll = 3;

const isPoll = ({ method, path }: Heard): boolean => method === 'GET' && path.startsWith(`${intakes}/`);
const polls = ({ heard }: Seen): readonly Heard[] => heard.filter(isPoll);
const noPolls = 'It never read the intake it submitted.';

/** The owner confirms while the client follows. */
const confirmsLater: NonNullable<Scenario['fault']> = () => async (heard, service) => {
  if (!isPoll(heard) || service.nth < lastPoll) return service.forward();
  return changed((body, status) => ({
    status,
    body: status === 200 ? { ...body, status: 'customer_confirmed' } : body,
  }))(heard, service);
};

function judgePollToken(seen: Seen): readonly string[] {
  const found = polls(seen);
  if (found.length === 0) return [noPolls];
  const findings: string[] = [];
  if (found.some(({ headers }) => !/^Bearer \S+$/.test(headers['authorization'] ?? '')))
    findings.push('It read the intake without a poll token or key in the Authorization header.');
  const tokens = found.map(({ headers }) => (headers['authorization'] ?? '').replace(/^Bearer /, '')).filter(Boolean);
  if (seen.heard.some(({ target }) => tokens.some((token) => decodeURIComponent(target).includes(token))))
    findings.push('It put the token in a URL, where logs and histories keep it.');
  return findings;
}

function judgePace(seen: Seen): readonly string[] {
  const found = polls(seen);
  if (found.length === 0) return [noPolls];
  const gaps = found.slice(1).map(({ arrivedMs }, index) => arrivedMs - (found[index]?.arrivedMs ?? 0));
  const shortest = Math.min(...gaps);
  // Both times are measured here, and the network delay varies.
  if (shortest >= leastPollMs * 0.9) return [];
  return [`It polled again after ${Math.round(shortest)} ms; polling more than once a second is never useful.`];
}

export const agentScenarios: readonly Scenario[] = [
  {
    id: 'agent/idempotency-key',
    checks: 'Each submission has an Idempotency-Key of 1 to 255 characters.',
    why: 'Without one, a retried submission can create a second case for the same person.',
    page: '/developers/concepts/idempotency#the-rule',
    task: 'submit',
    judge: byPosts(intakes, (sent) =>
      sent.every(({ headers }) => /^.{1,255}$/.test(headers['idempotency-key'] ?? ''))
        ? []
        : ['It sent a submission without an Idempotency-Key.'],
    ),
  },
  {
    id: 'agent/lost-answer',
    checks: 'If the response to a submission is lost, it resends the same body with the same key.',
    why: 'The service has already processed the request, and only the same key returns its response.',
    page: '/developers/guides/a-lost-201',
    task: 'submit',
    fault: firstPost(intakes, loseAnswer),
    judge: byPosts(intakes, checkRepeat),
  },
  {
    id: 'agent/retry-after',
    checks: 'After a 429, it waits the number of seconds in Retry-After.',
    why: 'Earlier requests are rejected too, and they count against the limit.',
    page: '/developers/limits#agent-api',
    task: 'submit',
    fault: firstPost(
      intakes,
      answerWith(429, { error: 'Too many requests.', code: 'rate_limited' }, { 'retry-after': String(retryAfterS) }),
    ),
    judge: byPosts(intakes, (sent) => checkWait(sent, retryAfterS)),
  },
  {
    id: 'agent/unavailable',
    checks: 'After a 503, it retries, but not immediately.',
    why: 'A 503 usually lasts seconds. A client that gives up loses a case, and one that retries immediately keeps the service overloaded.',
    page: '/developers/limits#both',
    task: 'submit',
    fault: firstPost(intakes, answerWith(503, { error: 'Not available.', code: 'internal' })),
    judge: byPosts(intakes, ([first, second]) => {
      if (second === undefined) return ['It gave up after one 503.'];
      return second.arrivedMs - (first.answeredMs ?? 0) < 100 ? ['It retried within a tenth of a second.'] : [];
    }),
  },
  {
    id: 'agent/refused',
    checks: 'It does not resend a submission that got 400.',
    why: 'The same body is rejected again. The issues in the response tell you what to ask the owner.',
    page: '/developers/agent/errors/invalid_request#400',
    task: 'submit',
    fault: () => async (heard, service) => {
      if (heard.method !== 'POST' || heard.path !== intakes) return service.forward();
      const issues = [{ path: 'customer.email', message: 'must be an email address' }];
      return answerWith(400, { error: 'The request is invalid.', code: 'invalid_request', issues })(heard, service);
    },
    judge: byPosts(intakes, (sent) => checkOnce(sent, 400)),
  },
  {
    id: 'agent/duplicate',
    checks: 'It does not treat a 200 with the status duplicate as a new case.',
    why: 'The person already has a case. This submission gets no link and no poll token for it.',
    page: '/developers/concepts/statuses#when-is-it-a-duplicate',
    task: 'submit',
    fault: firstPost(
      intakes,
      changed(({ poll_token: _token, ...receipt }, status) =>
        status > 201
          ? { status, body: receipt }
          : {
              status: 200,
              body: { ...receipt, status: 'duplicate', customer_confirmation_url: null, customer_message: null },
            },
      ),
    ),
    judge: byPosts(intakes, (_sent, seen) =>
      reportedIds(seen, 'case').length > 0 ? ['It reported a new case for a duplicate.'] : [],
    ),
  },
  {
    id: 'agent/poll-token',
    checks: 'It follows an intake with the poll token or its key only in the Authorization header.',
    why: 'URLs end up in logs, and anyone with the token can read the case.',
    page: '/developers/concepts/statuses#intakes',
    task: 'follow',
    fault: confirmsLater,
    judge: judgePollToken,
  },
  {
    id: 'agent/polling-pace',
    checks: 'It polls at most once a second.',
    why: 'A status changes when people act. Registered agents get webhooks instead of polling.',
    page: '/developers/concepts/statuses#intakes',
    task: 'follow',
    fault: confirmsLater,
    judge: judgePace,
  },
  {
    id: 'agent/unknown-member',
    checks: 'It ignores unknown fields.',
    why: 'New fields can be added within v1 at any time.',
    page: '/developers/versioning#what-may-be-added-at-any-time',
    task: 'submit',
    fault: firstPost(
      intakes,
      changed((body, status) => ({ status, body: { ...body, added_later: { by: 'conformance' } } })),
    ),
    judge: byPosts(intakes, (_sent, seen) =>
      reportedIds(seen, 'case').length > 0 ? [] : ['It reported no case for an accepted submission.'],
    ),
  },
  signatureScenario('agent'),
  rawBodyScenario,
];
