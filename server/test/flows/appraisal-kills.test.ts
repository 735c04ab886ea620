import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createService, type Service } from '#app/composition';
import { readTestConfig, type TestSettings } from '#test/fixtures/test-settings';
import { deliverGiven, givenAppraisal, type GivenAppraisal } from '#testing/appraisals';
import { holdsOf, type GivenCheckout } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { urlFor, cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startMailbox, type Mailbox } from '#test/doubles/mailbox';
import { startStripe, type StripeCall, type StripeDouble } from '#test/doubles/stripe';
import type { CallOptions, Harness } from '#test/harness';
import { freePort, readiness, startProcess, type RunningProcess } from '#test/processes/processes';
import { isNightly } from '#test/runs';
import { until } from '#test/until';

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

let database: TestDatabase;
let stripe: StripeDouble;
let mailbox: Mailbox;
let service: Service;
let env: TestSettings;
let baseUrl = '';
let token = '';

beforeAll(async () => {
  database = await cloneDatabase();
  mailbox = await startMailbox();
  stripe = await startStripe(() => service.ctx.clock.now());
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  env = {
    DATABASE_URL: urlFor(database.url, 'worker').reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    PUBLIC_BASE_URL: baseUrl,
    PORT: String(port),
    METRICS_PORT: '0',
    allowTestClock: true,
    intakeAnonPerMin: 1_000_000,
    SMTP_URL: mailbox.url,
    ...stripe.env,
  };
  service = createService('makewhole-test', readTestConfig(env));
  token = await givenStaffToken(harness());
});
afterAll(async () => {
  running?.signal('SIGKILL');
  await running?.exited;
  await service.close();
  await stripe.close();
  await mailbox.close();
  await database.drop();
});

/** The response, or undefined when the process ended before it. */
const ask = (path: string, init: RequestInit = {}): Promise<Response | undefined> =>
  fetch(`${baseUrl}${path}`, { method: 'POST', redirect: 'manual', ...init }).catch(() => undefined);

/** The parts of a harness that this test needs, backed by the running process. */
const harness = (): Harness =>
  ({
    ...service,
    async call(method: string, path: string, { body, token: by, headers = {} }: CallOptions = {}) {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const answer = await ask(path, {
        method,
        headers: {
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(by === undefined ? {} : { authorization: `Bearer ${by}` }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: json }),
      });
      const text = (await answer?.text().catch(() => undefined)) ?? '';
      const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
      return { status: answer?.status ?? 0, headers: answer?.headers ?? new Headers(), text, body: parsed };
    },
  }) as unknown as Harness;

let running: RunningProcess | undefined;

/** The running process, or a new one after it was killed. */
async function start(): Promise<RunningProcess> {
  if (running !== undefined) return running;
  const all = startProcess('all', env);
  running = all;
  void all.exited.then(() => (running = undefined));
  await until('the service to be ready', async () => (await readiness(baseUrl)) === 200, 300_000);
  return all;
}

async function kill(victim: RunningProcess): Promise<void> {
  victim.signal('SIGKILL');
  await victim.exited;
  running = undefined;
}

const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await service.ctx.db.pool.query(`select count(*) as n from ${text}`, [...values])).rows[0].n);

const waiting = () => count(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

const passLease = () =>
  ask('/api/staff/v1/clock', {
    body: JSON.stringify({ advance_seconds: 61 }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

type Held = { readonly given: GivenAppraisal; readonly checkout: GivenCheckout; readonly holdId: string };

async function givenUndelivered(): Promise<GivenAppraisal> {
  await start();
  const given = await givenAppraisal(harness());
  expect((await given.compose()).status).toBe(200);
  return given;
}

/** A delivered case with a draft and an open hold for research. */
async function givenHeld(): Promise<Held> {
  const given = await givenUndelivered();
  const checkout = await deliverGiven(harness(), given);
  const accepted = await ask(checkout.path('research'), { body: new URLSearchParams({ accept_terms: 'true' }) });
  expect(stripe.bank.pay(accepted?.headers.get('location')?.split('/').at(-1) ?? '', 'good')).toBe(true);
  for (const { body } of stripe.bank.events.splice(0))
    await ask('/providers/stripe', { body, headers: { 'stripe-signature': stripe.sign(body) } });
  const hold = await until('the hold', async () => {
    const [one] = await holdsOf(harness(), checkout);
    return one?.state === 'held' && one;
  });
  return { given, checkout, holdId: hold.id };
}

/** One version and one message, whichever button was pressed how often. */
async function expectReleasedOnce(given: GivenAppraisal): Promise<void> {
  const { consultationId, email } = given;
  const versions =
    'appraisals.versions v join appraisals.appraisals a on a.id = v.appraisal_id where consultation_id = $1';
  expect(await count(versions, [consultationId])).toBe(1);
  const messages = `customers.messages where subject_id = $1 and purpose = 'appraisal.released'`;
  expect(await count(messages, [consultationId])).toBe(1);
  const delivered = 'consultations.consultations where id = $1 and delivered_at is not null';
  expect(await count(delivered, [consultationId])).toBe(1);
  expect(await count('checkout.checkouts where consultation_id = $1', [consultationId])).toBe(1);
  const mails = () => mailbox.to(email).filter((one) => one.mail.subject === 'Your written appraisal');
  // A message claimed by its killed worker returns to the queue when the 30-second lease ends.
  await until('the mail', async () => mails().length > 0, 120_000);
  // If the worker is killed during sending, the email is sent again: the same message with the same id (architecture,
  // messages).
  expect(new Set(mails().map((one) => one.mail.messageId)).size).toBe(1);
}

async function expectCapturedOnce({ given, checkout, holdId }: Held): Promise<void> {
  await passLease();
  const hold = await until('the capture', async () => {
    const [one] = await holdsOf(harness(), checkout);
    return one?.state === 'captured' && one;
  });
  expect(hold.capturedCents).toBe(19_900);
  expect(stripe.bank.captures.filter((one) => one.holdId === holdId)).toHaveLength(1);
  await expectReleasedOnce(given);
}

/**
 * Presses while another transaction holds a lock, kills the process that waits for it, releases the lock, and presses
 * again.
 */
async function killAtLock(given: GivenAppraisal, lock: string, body: object): Promise<void> {
  const victim = await start();
  const { revision } = await given.get();
  const holder = await service.ctx.db.pool.connect();
  await holder.query('begin');
  await holder.query(lock, lock.includes('$1') ? [given.consultationId] : []);
  const pressed = given.post('/release', { revision, ...body });
  await until('the release to wait', async () => (await waiting()) > 0);
  await kill(victim);
  expect((await pressed).status).toBe(0);
  await holder.query('rollback');
  holder.release();
  await until('nobody to wait', async () => (await waiting()) === 0);
  await start();
  const answers = await Promise.all([1, 2].map(() => given.post('/release', { revision, ...body })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
}

/** Named points inside the transaction of a release, each by the lock that it takes there. */
const locks = {
  intake: 'select 1 from intakes.intakes where consultation_id = $1 for update',
  consultation: 'select 1 from consultations.consultations where id = $1 for update',
  appraisal: 'select 1 from appraisals.appraisals where consultation_id = $1 for update',
  hold: 'select 1 from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id where consultation_id = $1 for update of h',
  audit: 'select 1 from audit.head for update',
  /** Read only for the response, after the commit. */
  answer: 'lock table memberships.enrollments in access exclusive mode',
} as const;

async function killUndelivered(place: 'intake' | 'consultation' | 'appraisal' | 'audit'): Promise<void> {
  const given = await givenUndelivered();
  await killAtLock(given, locks[place], { reason: 'goodwill' });
  await expectReleasedOnce(given);
}

async function killHeld(place: 'hold' | 'audit' | 'answer'): Promise<void> {
  const held = await givenHeld();
  await killAtLock(held.given, locks[place], {});
  await expectCapturedOnce(held);
}

type Moment = 'before' | 'after';

/** Kills the worker at its call to the provider, before the call arrived or after it was performed. */
async function killWorker(at: RegExp, when: Moment): Promise<void> {
  const held = await givenHeld();
  const victim = await start();
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  stripe.interrupt(async ({ method, path }: StripeCall, moment) => {
    if (moment !== when || !at.test(`${method} ${path}`)) return;
    stripe.interrupt(undefined);
    await kill(victim);
    resolve();
    if (when === 'before') throw new Error('it never arrived');
  });
  const { revision } = await held.given.get();
  await held.given.post('/release', { revision });
  await killed;
  await start();
  expect((await held.given.post('/release', { revision })).status).toBe(200);
  await expectCapturedOnce(held);
}

const look = /^GET \/v1\/checkout\/sessions\//;
const act = /^POST \/v1\/payment_intents\//;

/** Every point at which a process can end, each as an action. */
const everyPlace = [
  ...(['intake', 'consultation', 'appraisal', 'audit'] as const).map((place) => () => killUndelivered(place)),
  ...(['hold', 'audit', 'answer'] as const).map((place) => () => killHeld(place)),
  ...(['before', 'after'] as const).flatMap((when) => [() => killWorker(look, when), () => killWorker(act, when)]),
];

/** The points with money at stake; each costs the start of a process. */
const worstPlaces = [() => killHeld('answer'), () => killWorker(act, 'after')];

// One test, so that the process started after a kill is the next one to be killed: starting one takes seconds.
it('kill -9 at every point of a release: one version, one message, one delivery, one capture', async () => {
  const places = isNightly ? everyPlace : worstPlaces;
  for (const killThere of places) await killThere();
  expect(stripe.complaints).toEqual([]);
});
