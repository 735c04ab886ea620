import { beforeAll, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { sweepOnce } from '#platform/jobs';
import { givenStaffToken } from '#testing/staff';
import { accept, deliverProviderEvents, sessionOf, bodyOf } from '#testing/checkout';
import { bringTo, givenIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { givenEnrollment } from '#testing/memberships';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useCardHarness } from '#test/doubles/stripe';
import type { Answer } from '#test/harness';
import { runs } from '#test/runs';

const parts = useCardHarness({ gapRequestsPerMin: 1_000_000 });
const day = 86_400;
let [token, key] = ['', ''];

beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness, 'lead');
  ({ key } = await givenPartner(parts.current.harness, { livemode: true }));
});

async function post(path: string, body?: unknown): Promise<Answer> {
  const answer = await parts.current.harness.call('POST', `/api/staff/v1${path}`, {
    token,
    ...bodyOf(path, body),
  });
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  return answer;
}

type Case = { readonly id: string; readonly path: string };

/** Every case is called once on the day it arrives, which is what the age warnings of the board measure. */
const noteCall = (id: string) =>
  parts.current.harness.ctx.db.pool.query(
    'update consultations.consultations set attempts = 1, last_call_at = opened_at where id = $1',
    [id],
  );

async function givenOwner(status: 'received' | 'declined' | 'customer_confirmed' | 'consultation_active') {
  const receipt = await givenIntake(parts.current.harness, { offer: { acv_offer_cents: 1_000_000 } });
  if (status !== 'received') await bringTo(parts.current.harness, receipt, status);
  const id = await consultationOf(parts.current.harness, receipt.intake_id);
  await noteCall(id);
  return id;
}

async function givenDelivered(): Promise<Case> {
  const id = await givenOwner('consultation_active');
  const { body } = await post(`/consultations/${id}/deliver`);
  return { id, path: new URL(body.checkout.research_url).pathname };
}

const settle = (id: string) =>
  post(`/consultations/${id}/settlement`, {
    settlement: { value_cents: 1_050_000 },
    offer: { value_cents: 1_000_000 },
  });

async function hold({ id, path }: Case): Promise<string> {
  const answer = await accept(parts.current.harness, path);
  parts.current.stripe.bank.pay(sessionOf(answer), 'good');
  await deliverProviderEvents(parts.current);
  const { body } = await parts.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token });
  return body.holds[0].id;
}

async function givenBorrower(): Promise<string> {
  const { id } = await givenReferral(parts.current.harness, key);
  await post(`/referrals/${id}/activate`);
  const caseId = await consultationOf(parts.current.harness, id);
  await noteCall(caseId);
  return caseId;
}

async function givenMember(): Promise<string> {
  const { harness } = parts.current;
  const { id } = await givenEnrollment(harness, key);
  const loss = { enrollment_id: id, date_of_loss: harness.clock.now().toISOString() };
  const { body } = await partnerCalls(harness, key)('POST /plans/loss-notices', loss);
  const caseId = await consultationOf(harness, body.redemption_id);
  await noteCall(caseId);
  return caseId;
}

/** Every way a case can go, in turn. */
const ways: readonly (() => Promise<unknown>)[] = [
  () => givenOwner('received'),
  () => givenOwner('declined'),
  () => givenOwner('customer_confirmed'),
  () => givenDelivered(),
  async () => {
    const one = await givenDelivered();
    const holdId = await hold(one);
    await settle(one.id);
    await post(`/holds/${holdId}/capture`);
  },
  async () => settle((await givenDelivered()).id),
  async () => {
    const one = await givenDelivered();
    await hold(one);
    await settle(one.id);
  },
  async () => {
    const id = await givenBorrower();
    await post(`/consultations/${id}/deliver`);
    await settle(id);
  },
  () => givenBorrower(),
  async () => {
    const id = await givenMember();
    await post(`/consultations/${id}/deliver`);
    await settle(id);
  },
  () => givenMember(),
  async () => post(`/consultations/${(await givenDelivered()).id}/close`, { reason: 'offer_fair' }),
  async () => {
    const { id } = await givenDelivered();
    const paid = { product: 'research', amount_cents: 19_900, method: 'check', paid_on: '2026-11-15' };
    await post(`/consultations/${id}/payments`, paid);
    await settle(id);
  },
];

const relevant = ['consultations.close', 'checkout.reconcile', 'intakes.expire', 'referrals.expire'];

async function passWeek(): Promise<void> {
  const { harness, stripe } = parts.current;
  harness.clock.advance(7 * day);
  stripe.bank.passTime();
  stripe.bank.events.splice(0);
  for (const sweep of sweeps(harness.ctx).filter(({ name }) => relevant.some((one) => name.startsWith(one))))
    await sweepOnce(sweep, harness.ctx);
}

it('after a year of all kinds of cases the columns hold only recent ones, and the board has no red card', async () => {
  const { harness } = parts.current;
  const perWeek = runs({ always: 1, nightly: 4 });
  for (let week = 0; week < 52; week += 1) {
    for (let one = 0; one < perWeek; one += 1) await ways[(week * perWeek + one) % ways.length]?.();
    await passWeek();
  }
  const { rows } = await harness.ctx.db.pool.query<{
    open: number;
    all: number;
    oldest: Date | null;
    settled: Date | null;
  }>(
    `select count(*) filter (where closed_at is null)::int as open, count(*)::int as all,
       min(opened_at) filter (where closed_at is null) as oldest,
       min(settled_at) filter (where closed_at is null) as settled from consultations.consultations`,
  );
  const [found] = rows;
  const now = harness.clock.now().getTime();
  const daysAgo = (at: Date | null | undefined) => (now - (at?.getTime() ?? now)) / 1000 / day;
  expect(found?.all).toBe(52 * perWeek);
  // Cases wait for an answer for three months at most, and settled ones stay for fourteen days.
  expect(daysAgo(found?.oldest)).toBeLessThanOrEqual(97);
  expect(daysAgo(found?.settled)).toBeLessThanOrEqual(14 + 7);
  expect(found?.open).toBeLessThanOrEqual(14 * perWeek);
  const { body: load } = await harness.call('GET', '/api/staff/v1/board/load', { token });
  expect(load.ages.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0]);
  expect(load.callbacks.overdue).toBe(0);
}, 120_000);
