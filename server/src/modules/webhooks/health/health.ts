import type { Ctx, Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { addHours, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { Config } from '#platform/config';
import { transact } from '#platform/db';
import { retriesLastS } from '../delivery/rules.ts';
import { insertTest } from '../delivery/store.ts';
import { getEndpoint } from '../endpoints/endpoints.ts';
import type { Endpoint } from '../endpoints/schemas.ts';
import { findPartnerEndpoint, findSecrets } from '../endpoints/store.ts';
import { endpointDisabled, endpointNotFound } from '../errors.ts';
import { adviseOn } from '../history/advice-rules.ts';
import { getDelivery } from '../history/history.ts';
import type { Delivery } from '../history/schemas.ts';
import {
  computeSecretId,
  secretAad,
  secretTestEventType,
  testEventType,
  type EndpointKey,
  type testEventTypes,
} from '../rules.ts';
import { countedMax, findCountsSince, findLastTest, listFigureRows } from './figures-store.ts';
import {
  describeMoment,
  exhaustedPauseHours,
  testsPerMinute,
  toHealth,
  warnAfterHours,
  warningPurposes,
} from './rules.ts';
import type { EndpointFigures, EndpointHealthView, RotationView } from './schemas.ts';
import { claimEndpointsToWarn, findWarnedEndpoint, getHealthFacts, type EndpointToWarn } from './store.ts';

/** A notice to an institution, or to the operator of an agent, about an endpoint; the recipient is added elsewhere. */
export type EndpointNotice = {
  readonly audience: 'agent' | 'partner';
  readonly purpose: (typeof warningPurposes)[keyof typeof warningPurposes];
  readonly endpointId: string;
  /** Since when it fails, for a notice about failing. */
  readonly failingSince: Date | undefined;
  readonly accountId: string;
  /** About a test endpoint: the message is stored to be shown, not sent (D-005 and D-139). */
  readonly sandbox: boolean;
  readonly mail: Mail;
};

/**
 * The endpoint, since when it fails, why, what to do and until when. Includes only the host of the address, because
 * the rest may be a secret; the cause is in our words, never in the receiver's.
 */
function composeWarning(config: Pick<Config, 'publicBaseUrl'>, endpoint: EndpointToWarn): EndpointNotice {
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

const ranges = { '24h': { stepS: 3_600, steps: 24 }, '7d': { stepS: 21_600, steps: 28 } } as const;

/** Attempts of an endpoint by hour for a day, or by six hours for a week; the last step is the one that is running. */
export async function getEndpointFigures(
  ctx: Ctx,
  key: EndpointKey,
  range: keyof typeof ranges,
): Promise<EndpointFigures> {
  const { id } = await getEndpoint(ctx, key);
  const { stepS, steps } = ranges[range];
  const now = ctx.clock.now();
  const running = Math.floor(now.getTime() / 1000 / stepS) * stepS;
  const since = new Date((running - (steps - 1) * stepS) * 1000);
  const until = addSeconds(since, steps * stepS);
  const rows = new Map((await listFigureRows(ctx.db, key, { since, until, stepS })).map((row) => [row.bucket, row]));
  return {
    object: 'portal.endpoint_figures',
    endpoint_id: id,
    range,
    step_seconds: stepS,
    counted_at_most: [...rows.values()].some(({ cut }) => cut) ? countedMax : null,
    steps: Array.from({ length: steps }, (_none, index) => {
      const { acknowledged = 0, failed = 0, p50_ms = null, p95_ms = null } = rows.get(index) ?? {};
      return { at: addSeconds(since, index * stepS).toISOString(), acknowledged, failed, p50_ms, p95_ms };
    }),
  };
}

/** The health of an endpoint: its last results, its pending deliveries, the last 24 hours. */
export async function getEndpointHealth(ctx: Ctx, key: EndpointKey): Promise<EndpointHealthView> {
  const now = ctx.clock.now();
  const row = await findPartnerEndpoint(ctx.db, key);
  if (row === undefined) throw endpointNotFound();
  const facts = await getHealthFacts(ctx.db, row.id, { since: addHours(now, -24), now });
  return { object: 'gap.webhook_endpoint_health', endpoint_id: row.id, ...toHealth(row, facts) };
}

/** The secrets that sign now, by their ids, and the results of deliveries since the rotation began. */
export async function getRotation(ctx: Ctx, key: EndpointKey): Promise<RotationView> {
  const endpoint = await getEndpoint(ctx, key);
  const secrets = await findSecrets(ctx.db, key);
  // It was deleted at this very moment.
  if (secrets === undefined) throw endpointNotFound();
  const toId = (encrypted: Buffer) => computeSecretId(ctx.vault.decrypt(encrypted, secretAad(key.id)));
  const { rotation } = endpoint;
  const startedAt = new Date(rotation?.started_at ?? endpoint.created_at);
  const [counts, test] = await Promise.all([
    rotation === null ? undefined : findCountsSince(ctx.db, key, startedAt),
    findLastTest(ctx.db, key, { type: secretTestEventType, at: startedAt }),
  ]);
  return {
    object: 'portal.rotation',
    endpoint_id: endpoint.id,
    secret_kind: endpoint.secret_kind,
    secret_id: toId(secrets.encrypted_secret),
    running:
      rotation === null
        ? null
        : {
            ...rotation,
            previous_secret_id: secrets.encrypted_previous === null ? null : toId(secrets.encrypted_previous),
            acknowledged: counts?.acknowledged ?? 0,
            failed: counts?.failed ?? 0,
          },
    last_test:
      test === undefined
        ? null
        : {
            delivery_id: test.id,
            state: test.state,
            at: test.created_at.toISOString(),
            status: test.status,
            cause: test.cause,
          },
  };
}

type Warning = {
  readonly purpose: string;
  readonly subjectId: string;
  /** Since when the endpoint fails, according to the warning. */
  readonly subjectVersion: string | undefined;
};

/**
 * A warning about failing is true until the endpoint responds, is disabled or deleted, or its institution is
 * suspended. Exhausted deliveries stay exhausted, so that warning is true while the endpoint can receive a resend.
 */
export async function isWarningTrue(ctx: Ctx, { purpose, subjectId, subjectVersion }: Warning): Promise<boolean> {
  const endpoint = await findWarnedEndpoint(ctx.db, subjectId);
  if (endpoint?.listening !== true) return false;
  if (purpose !== warningPurposes.endpointFailing) return true;
  const since = endpoint.failing_since?.toISOString();
  // Warnings queued before they had a version have none.
  return since !== undefined && (subjectVersion === undefined || subjectVersion === since);
}

/** A delivery like any other, without an event: signed, logged, tried once (docs/decisions/0012). */
export async function sendTestEvent(ctx: Ctx, key: EndpointKey, type: TestType = testEventType): Promise<Delivery> {
  const endpoint = await getEndpoint(ctx, key);
  if (endpoint.status === 'disabled') throw endpointDisabled();
  const { accountId, id: endpointId } = key;
  await ctx.limits.consume(testsPerMinute, endpointId);
  const now = ctx.clock.now();
  const eventId = newId('evt', now);
  const body = testBody(endpoint, { type, accountId, eventId, now });
  const inserted = await insertTest(ctx.db, { id: newId('dlv', now), accountId, endpointId, eventId, type, body, now });
  // The endpoint was deleted at this very moment.
  if (inserted === undefined) throw endpointNotFound();
  return getDelivery(ctx, { ...key, id: inserted.id });
}

type TestType = (typeof testEventTypes)[number];

type Test = { readonly type: TestType; readonly accountId: string; readonly eventId: string; readonly now: Date };

/** In the payload form that the endpoint takes (T11); `livemode` is the endpoint's own, as in all its deliveries. */
function testBody({ id, object, livemode, payload }: Endpoint, { type, accountId, eventId, now }: Test): string {
  const thin = payload === 'thin';
  return JSON.stringify({
    id: eventId,
    object: 'event',
    type,
    ...(thin ? { api_version: '1.1' } : {}),
    created_at: now.toISOString(),
    livemode,
    ...(thin ? { account: { id: accountId } } : {}),
    data: { webhook_endpoint: { id, object } },
  });
}

/** Notifies institutions and operators of agents; bound in app/, because they and messages are in later modules. */
export type NotifyOfEndpoints = (tx: Tx, notices: readonly EndpointNotice[]) => Promise<void>;

/**
 * Notifies institutions and operators of agents of endpoints that have failed for six hours, once per period of failing, and of exhausted
 * deliveries, at most once a day (D-129). The notices and their marks commit together.
 */
export async function warnOfEndpoints(ctx: Ctx, limit: number, notify: NotifyOfEndpoints): Promise<number> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await claimEndpointsToWarn(tx.db, {
      failingSince: addHours(now, -warnAfterHours),
      notifiedBefore: addHours(now, -exhaustedPauseHours),
      now,
      limit,
    });
    if (due.length > 0)
      await notify(
        tx,
        due.map((endpoint) => composeWarning(tx.config, endpoint)),
      );
    return due.length;
  });
}
