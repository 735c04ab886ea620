import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createService, type Service } from '#app/composition';
import { readTestConfig, type TestSettings } from '#test/fixtures/test-settings';
import { givenStaffToken } from '#testing/staff';
import { captureBody, givenCheckout, holdsOf, type GivenCheckout } from '#testing/checkout';
import { urlFor, cloneDatabase, type TestDatabase } from '#test/database/databases';
import type { Harness } from '#test/harness';
import { freePort, readiness, startProcess, type RunningProcess } from '#test/processes/processes';
import { startStripe, type StripeCall, type StripeDouble } from '#test/doubles/stripe';
import { isNightly } from '#test/runs';
import { until } from '#test/until';

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

let database: TestDatabase;
let stripe: StripeDouble;
let service: Service;
let env: TestSettings;
let baseUrl = '';
let token = '';

beforeAll(async () => {
  database = await cloneDatabase();
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
    SERVICES_BY_STATE: '{"*":{"representation":true}}',
    ...stripe.env,
  };
  service = createService('makewhole-test', readTestConfig(env));
  token = await givenStaffToken(service as unknown as Harness);
});
afterAll(async () => {
  await service.close();
  await stripe.close();
  await database.drop();
});

/** The service has the parts of a harness that this test needs. */
const harness = () => service as unknown as Harness;

let running: RunningProcess | undefined;

async function forget(ended: RunningProcess): Promise<void> {
  await ended.exited;
  running = undefined;
}

/** The running process, or a new one after it was killed. */
async function start(): Promise<RunningProcess> {
  if (running !== undefined) return running;
  const all = startProcess('all', env);
  running = all;
  void forget(all);
  await until('the service to be ready', async () => (await readiness(baseUrl)) === 200, 90_000);
  return all;
}

/** The response, or undefined when the process ended before it. */
const ask = (path: string, init: RequestInit = {}): Promise<Response | undefined> =>
  fetch(`${baseUrl}${path}`, { method: 'POST', redirect: 'manual', ...init }).catch(() => undefined);

const press = (path: string, body?: object) =>
  ask(`/api/staff/v1${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

type Product = 'research' | 'representation';

const accept = (checkout: GivenCheckout, product: Product = 'research') =>
  ask(checkout.path(product), { body: new URLSearchParams({ accept_terms: 'true' }) });

const tellAll = async () => {
  for (const { body } of stripe.bank.events.splice(0)) {
    await ask('/providers/stripe', { body, headers: { 'stripe-signature': stripe.sign(body) } });
  }
};

type KillPoint = { readonly at: RegExp; readonly nth: number; readonly when: 'before' | 'after' };

/**
 * Kills the process at a call to the provider: as the call is sent, so that it never arrives, or after it was
 * performed.
 */
function killAt(victim: RunningProcess, { at, nth, when }: KillPoint): { readonly done: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  stripe.interrupt(async ({ method, path }: StripeCall, moment) => {
    if (moment !== when || !at.test(`${method} ${path}`)) return;
    seen += 1;
    if (seen !== nth) return;
    stripe.interrupt(undefined);
    victim.signal('SIGKILL');
    await victim.exited;
    resolve();
    if (when === 'before') throw new Error('it never arrived');
  });
  return { done: promise };
}

const create = /^POST \/v1\/checkout\/sessions$/;
const look = /^GET \/v1\/checkout\/sessions\//;
const act = /^POST \/v1\/payment_intents\//;
const placing = /^POST \/v1\/payment_intents$/;
const detach = /^POST \/v1\/payment_methods\//;
const listing = /^GET \/v1\/payment_intents$/;
const refund = /^POST \/v1\/refunds$/;
const findRefund = /^GET \/v1\/refunds$/;

/** Advances the time until the leases of a dead worker end. */
const passLease = () =>
  ask('/api/staff/v1/clock', {
    body: JSON.stringify({ advance_seconds: 61 }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

async function standing(checkout: GivenCheckout) {
  const holds = await holdsOf(harness(), checkout);
  expect(holds).toHaveLength(1);
  return holds[0]!;
}

const inState = (checkout: GivenCheckout, state: string) =>
  until(`the hold to be ${state}`, async () => {
    const hold = await standing(checkout);
    return hold.state === state && hold;
  });

async function openPage(checkout: GivenCheckout, product: Product = 'research'): Promise<string> {
  const answer = await until('the page', async () => {
    const given = await accept(checkout, product);
    return given?.status === 303 && given;
  });
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

async function killWhileOpening(when: KillPoint['when'], product: Product = 'research'): Promise<void> {
  const checkout = await givenCheckout(harness());
  const killed = killAt(await start(), { at: create, nth: 1, when });
  expect(await accept(checkout, product)).toBeUndefined();
  await killed.done;
  await start();
  const session = await openPage(checkout, product);
  expect(stripe.bank.pay(session, 'good')).toBe(true);
  await tellAll();
  const { id } = await inState(checkout, 'held');
  const reachable = [...stripe.bank.sessions.values()].filter(({ holdId }) => holdId === id);
  expect(reachable.map((page) => page.id)).toEqual([session]);
}

async function killWhileAsking(when: KillPoint['when'], product: Product = 'research'): Promise<void> {
  const checkout = await givenCheckout(harness());
  const victim = await start();
  const session = await openPage(checkout, product);
  const killed = killAt(victim, { at: look, nth: 1, when });
  stripe.bank.pay(session, 'good');
  await tellAll();
  await killed.done;
  expect((await standing(checkout)).state).toBe('page_open');
  await start();
  await passLease();
  await inState(checkout, 'held');
}

/** A lapsed hold with a saved card and a proven improvement, so that it is placed again and captured. */
async function givenSettledCard(): Promise<{ checkout: GivenCheckout; id: string; victim: RunningProcess }> {
  const checkout = await givenCheckout(harness(), { initialOfferCents: 1_000_000 });
  const victim = await start();
  stripe.bank.pay(await openPage(checkout, 'representation'), 'good');
  await tellAll();
  const { id, intentId = '' } = await inState(checkout, 'held');
  stripe.bank.cancel(intentId, 'automatic');
  await tellAll();
  await inState(checkout, 'saved');
  await press(`/consultations/${checkout.consultationId}/settlement`, { settlement: { value_cents: 1_100_000 } });
  return { checkout, id, victim };
}

async function killWhileCharging(point: KillPoint): Promise<void> {
  const { checkout, id, victim } = await givenSettledCard();
  const killed = killAt(victim, point);
  expect(await press(`/holds/${id}/capture`, captureBody)).toBeUndefined();
  await killed.done;
  await start();
  await passLease();
  expect((await inState(checkout, 'captured')).capturedCents).toBe(47_200);
  expect(stripe.bank.captures.filter(({ holdId }) => holdId === id).map(({ amount }) => amount)).toEqual([47_200]);
  const statuses = [...stripe.bank.intents.values()].filter(({ holdId }) => holdId === id).map(({ status }) => status);
  expect(statuses).toEqual(['canceled', 'succeeded']);
  await passLease();
  const customers = [...stripe.bank.sessions.values()].filter(({ holdId }) => holdId === id);
  const cards = () =>
    [...stripe.bank.wallet.methods.values()].filter(
      ({ customer }) => customer !== undefined && customers.some(({ saving }) => saving?.customer === customer),
    );
  await until('the card to be removed', async () => cards().length === 0);
}

async function killWhileRefunding(point: KillPoint): Promise<void> {
  const { checkout, id, victim } = await givenSettledCard();
  await press(`/holds/${id}/capture`, captureBody);
  await inState(checkout, 'captured');
  const killed = killAt(victim, point);
  const body = { reason: 'complaint', seen_refunded_cents: 0, amount_cents: 7_200 };
  expect(await press(`/holds/${id}/refund`, body)).toBeUndefined();
  await killed.done;
  await start();
  await passLease();
  const known = await until('the refund to be known', async () => {
    const [hold] = await holdsOf(harness(), checkout);
    return hold?.refundedCents === 7_200 && hold.refunds.every(({ state }) => state === 'done') && hold;
  });
  const made = stripe.bank.wallet.refunds.filter(({ intent }) => intent === known.intentId);
  expect(made.map(({ amount }) => amount)).toEqual([7_200]);
}

async function killWhilePressing(what: 'capture' | 'release', point: KillPoint): Promise<void> {
  const checkout = await givenCheckout(harness());
  const victim = await start();
  stripe.bank.pay(await openPage(checkout), 'good');
  await tellAll();
  const { id } = await inState(checkout, 'held');
  const killed = killAt(victim, point);
  expect(await press(`/holds/${id}/${what}`, what === 'capture' ? captureBody : undefined)).toBeUndefined();
  await killed.done;
  await start();
  await passLease();
  const ended = await inState(checkout, what === 'capture' ? 'captured' : 'released');
  expect(ended.capturedCents).toBe(what === 'capture' ? 19_900 : null);
  const intents = [...stripe.bank.intents.values()].filter(({ holdId }) => holdId === id);
  expect(intents.map(({ status }) => status)).toEqual([what === 'capture' ? 'succeeded' : 'canceled']);
  expect(stripe.bank.captures.filter(({ holdId }) => holdId === id)).toHaveLength(what === 'capture' ? 1 : 0);
}

const pressing = [
  { at: look, nth: 1 },
  { at: act, nth: 1 },
  { at: look, nth: 2 },
] as const;

const charging = [
  { at: look, nth: 1 },
  { at: listing, nth: 1 },
  { at: placing, nth: 1 },
  { at: look, nth: 2 },
  { at: act, nth: 1 },
  { at: detach, nth: 1 },
] as const;

const refunding = [
  { at: findRefund, nth: 1 },
  { at: refund, nth: 1 },
  { at: findRefund, nth: 2 },
  { at: look, nth: 1 },
] as const;

/** Every point at which a process can end, each as an action. */
const everyPlace = (['before', 'after'] as const).flatMap((when) => [
  () => killWhileOpening(when),
  () => killWhileAsking(when),
  ...pressing.map((point) => () => killWhilePressing('capture', { ...point, when })),
  ...pressing.slice(1).map((point) => () => killWhilePressing('release', { ...point, when })),
  () => killWhileOpening(when, 'representation'),
  () => killWhileAsking(when, 'representation'),
  ...charging.map((point) => () => killWhileCharging({ ...point, when })),
  ...refunding.map((point) => () => killWhileRefunding({ ...point, when })),
]);

/** The points with money at stake; each costs the start of a process. */
const worstPlaces = [
  () => killWhileOpening('after'),
  () => killWhilePressing('capture', { at: act, nth: 1, when: 'after' }),
  () => killWhileCharging({ at: placing, nth: 1, when: 'after' }),
  () => killWhileCharging({ at: act, nth: 1, when: 'after' }),
  () => killWhileRefunding({ at: refund, nth: 1, when: 'after' }),
];

// One test, so that the process started after a kill is the next one to be killed: starting one takes seconds.
it('kill -9 at a call to the provider, before it arrived or after it was done: one page, one hold, one second hold, one capture, release or refund, and it is known [A-PRICE-013, A-PRICE-014]', async () => {
  const places = isNightly ? everyPlace : worstPlaces;
  for (const killThere of places) await killThere();
  expect(stripe.complaints).toEqual([]);
});
