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
import type { Answer, Fault, Heard, Scenario, Seen } from './types.ts';
import { partnerWebhookScenarios } from './webhook-scenarios.ts';

const referrals = '/api/gap/v1/referrals';
const aheadS = 600;
/** Both clocks count whole seconds, and the request takes time. */
const clockToleranceS = 60;
const pagesServed = 3;

function problem(status: number, code: string, more: object = {}) {
  const detail = 'Response from the conformance run.';
  return {
    error: detail,
    code,
    title: code,
    status,
    detail,
    instance: referrals,
    request_id: 'req_conformance',
    ...more,
  };
}
const refuse = (status: number, code: string, more: { body?: object; headers?: Record<string, string> } = {}): Fault =>
  answerWith(status, problem(status, code, more.body), { 'content-type': 'application/problem+json', ...more.headers });

function judgeCredential({ headers }: Heard): readonly string[] {
  const bearer = headers['authorization'] !== undefined;
  const signed = headers['signature-input'] !== undefined || headers['signature'] !== undefined;
  if (bearer && signed) return ['It sent a key and a signature in one request, which gets 401.'];
  return bearer || signed ? [] : ['It sent a request without a credential.'];
}

const parameter = ({ headers }: Heard, name: string): string | undefined =>
  new RegExp(`;${name}="?([^";]+)"?`).exec(headers['signature-input'] ?? '')?.[1];

function judgeFreshSignature(sent: readonly Heard[]): readonly string[] {
  if (sent.length < 2) return ['It gave up after one 503.'];
  const nonces = sent.map((one) => parameter(one, 'nonce'));
  const findings: string[] = [];
  if (nonces.includes(undefined)) findings.push('It sent a request without a nonce.');
  if (new Set(nonces).size < sent.length || new Set(sent.map(({ headers }) => headers['signature'])).size < sent.length)
    findings.push('It resent the signature of the first request. A nonce is accepted only once.');
  return findings;
}

/** A client that corrects its clock passes, and so does one that stops; the same wrong time is refused again. */
function judgeClock([first, ...rest]: readonly [Heard, ...Heard[]]): readonly string[] {
  if (rest.length > 2) return [`It sent ${rest.length + 1} times, although the signing time was rejected.`];
  const aheadBy = (one: Heard) => Number(parameter(one, 'created')) - Number(parameter(first, 'created'));
  if (rest.every((one) => Math.abs(aheadBy(one) - aheadS) <= clockToleranceS)) return [];
  return ['It signed again with the rejected time. The response’s Date header has the correct time.'];
}

function hasNull(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}

function judgeNulls(sent: readonly Heard[]): readonly string[] {
  const parsed = sent.map(({ body }) => {
    try {
      return JSON.parse(body.toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  });
  if (parsed.includes(undefined)) return ['It sent a body that is not JSON.'];
  return parsed.some(hasNull) ? ['It sent null for a field without a value.'] : [];
}

/**
 * Serves the sandbox's list in pages of one object, whatever page size the client requests, and only the first few.
 */
const inPages: NonNullable<Scenario['fault']> = () => {
  let served = 0;
  return async (heard, service): Promise<Answer> => {
    if (heard.method !== 'GET' || heard.path !== referrals) return service.forward();
    served += 1;
    const page = service.forward({ limit: '1' });
    if (served < pagesServed) return page;
    const ending = changed((body, status) => ({ status, body: { ...body, has_more: false, next_cursor: null } }));
    return (await ending(heard, { ...service, forward: () => page })) as Answer;
  };
};

function judgePages(seen: Seen): readonly string[] {
  const read = seen.heard.filter(({ method, path }) => method === 'GET' && path === referrals);
  if (read.length === 0) return ['It never read the list of referrals.'];
  const cursors = read.slice(1).map(({ query }) => query.get('cursor'));
  if (read.length < pagesServed || cursors.includes(null))
    return [`It read ${read.length === 1 ? 'one page' : `${read.length} pages`} of a list with ${pagesServed}.`];
  const listed = new Set(reportedIds(seen, 'item')).size;
  return listed === pagesServed ? [] : [`It reported ${listed} of ${pagesServed} referrals.`];
}

/** Everything that grants access: credentials that were sent, and the receiver's secret. */
function judgeOutput(seen: Seen): readonly string[] {
  const sent = seen.heard.flatMap(({ headers }) => [
    (headers['authorization'] ?? '').replace(/^Bearer /i, ''),
    headers['signature']?.replace(/^svc=:|:$/g, '') ?? '',
  ]);
  if (seen.heard.length === 0) return [`It never sent POST ${referrals}.`];
  const shown = sent.some((secret) => secret.length > 8 && seen.output?.includes(secret));
  return shown ? ['It printed a credential. Many people read logs, and logs are kept.'] : [];
}

export const partnerScenarios: readonly Scenario[] = [
  {
    id: 'partner/one-credential',
    checks: 'Each request has one credential: a key or a signature.',
    why: 'A request with both is ambiguous and gets 401.',
    page: '/developers/guides/signing#the-rules',
    task: 'refer',
    judge: byPosts(referrals, (sent) => [...new Set(sent.flatMap(judgeCredential))]),
  },
  {
    id: 'partner/lost-answer',
    checks: 'If the response to a referral is lost, it resends the same body with the same key.',
    why: 'The borrower has already been invited. A different key refers them a second time, or fails and hides the first referral.',
    page: '/developers/guides/a-lost-201',
    task: 'refer',
    fault: firstPost(referrals, loseAnswer),
    judge: byPosts(referrals, checkRepeat),
  },
  {
    id: 'partner/fresh-signature',
    checks: 'It signs every attempt again, with a new nonce and time.',
    why: 'A nonce is accepted only once, so a second attempt with an old signature is rejected.',
    page: '/developers/guides/signing#the-rules',
    task: 'refer',
    signedOnly: true,
    fault: firstPost(referrals, refuse(503, 'internal_error')),
    judge: byPosts(referrals, judgeFreshSignature),
  },
  {
    id: 'partner/clock-skew',
    checks: 'If a signature is stale, it signs with the response’s time or stops.',
    why: 'A wrong clock stays wrong. Failed signatures are counted and lead to throttling of the IP address.',
    page: '/developers/errors/signature_stale#what-to-do',
    task: 'refer',
    signedOnly: true,
    fault: firstPost(referrals, async (heard, service) =>
      refuse(401, 'signature_stale', { headers: { date: new Date(Date.now() + aheadS * 1000).toUTCString() } })(
        heard,
        service,
      ),
    ),
    judge: byPosts(referrals, judgeClock),
  },
  {
    id: 'partner/retry-after',
    checks: 'After a 429, it waits the number of seconds in Retry-After.',
    why: 'Earlier requests are rejected too.',
    page: '/developers/limits#partner-api',
    task: 'refer',
    fault: firstPost(referrals, refuse(429, 'rate_limited', { headers: { 'retry-after': String(retryAfterS) } })),
    judge: byPosts(referrals, (sent) => checkWait(sent, retryAfterS)),
  },
  {
    id: 'partner/refused',
    checks: 'It does not resend an existing referral or treat it as a new one.',
    why: 'The 409 names the existing referral. A different key cannot turn it into a new one.',
    page: '/developers/errors/referral_exists#what-to-do',
    task: 'refer',
    fault: () => async (heard, service) => {
      if (heard.method !== 'POST' || heard.path !== referrals) return service.forward();
      return refuse(409, 'referral_exists', { body: { referral_id: 'ref_conformance' } })(heard, service);
    },
    judge: byPosts(referrals, (sent, seen) => [
      ...checkOnce(sent, 409),
      ...(reportedIds(seen, 'case').length > 0 ? ['It reported a new referral.'] : []),
    ]),
  },
  {
    id: 'partner/no-nulls',
    checks: 'It omits fields without a value.',
    why: 'In a new referral, null is not allowed and gets 400.',
    page: '/developers/gap/operations/createReferral#body',
    task: 'refer',
    judge: byPosts(referrals, judgeNulls),
  },
  {
    id: 'partner/cursor',
    checks: 'It reads a list to the end, page by page, with next_cursor.',
    why: 'A list can have more than one page. A client that reads only the first misses the rest without an error.',
    page: '/developers/concepts/paging',
    task: 'list',
    needsObjects: pagesServed,
    fault: inPages,
    judge: judgePages,
  },
  ...partnerWebhookScenarios,
  {
    id: 'partner/keeps-secrets',
    checks: 'It never prints a credential, even when a request fails.',
    why: 'Many people read logs, and logs are kept for a long time. A key in a log has to be replaced.',
    page: '/developers/guides/going-live#lenders',
    task: 'refer',
    needsOutput: true,
    fault: firstPost(referrals, refuse(401, 'key_revoked')),
    judge: judgeOutput,
  },
];
