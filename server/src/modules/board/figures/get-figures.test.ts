import { type Arbitrary, array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { amountOf, type OfferParts } from '#lib/numbers/offer-parts';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import {
  captureBody,
  deliverProviderEvents,
  givenCard,
  givenCheckout,
  givenHold,
  letHoldsLapse,
} from '#testing/checkout';
import { givenIntake, minimalIntake, submit } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenSession, givenStaffToken } from '#testing/staff';
import { computeImprovement } from './rules.ts';

const became = record({
  delivered: boolean(),
  settled: boolean(),
  hold: constantFrom('held', 'captured', 'released', 'expired'),
  noted: boolean(),
});
type Became = typeof became extends Arbitrary<infer T> ? T : never;

const harness = useHarness({ TEAM_TIME_ZONE: 'America/New_York' });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current, 'lead');
});

const get = (path: string) => harness.current.call('GET', `/api/staff/v1${path}`, { token });
const post = async (path: string, body?: unknown) =>
  harness.current.call('POST', `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });

describe('the figures of a period', () => {
  it('the figures count the cases of the team’s day, their progress and the calls, and link to the cases', async () => {
    const { current } = harness;
    const platform = `platform-${crypto.randomUUID().slice(0, 8)}`;
    const agent = { name: 'Synthetic Agent', platform };
    const [one, two] = [await givenIntake(current, { agent }), await givenIntake(current, { agent })];
    await givenIntake(current, { agent });
    current.clock.advance(600);
    await post(`/intakes/${one.intake_id}/calls`, { outcome: 'confirmed' });
    await post(`/intakes/${one.intake_id}/start`);
    current.clock.advance(1200);
    await post(`/intakes/${two.intake_id}/calls`, { outcome: 'voicemail' });
    const { key } = await givenPartner(current, { livemode: true });
    const referral = await givenReferral(current, key);
    await post(`/referrals/${referral.id}/activate`);

    const { status, body } = await get('/board/figures');
    expect([status, body.zone, body.range, body.on]).toEqual([200, 'America/New_York', 'day', '2026-11-15']);
    // Midnight in New York is five in the morning UTC.
    expect([body.from, body.to]).toEqual(['2026-11-15T05:00:00.000Z', '2026-11-16T05:00:00.000Z']);
    const funnel = Object.fromEntries(body.funnel.map(({ step, count }: Record<string, string>) => [step, count]));
    expect(funnel).toEqual({ asked: 4, confirmed: 2, delivered: 0, accepted: 0, paid: 0 });
    expect(body.first_call).toEqual({ median_s: 1200, called: 2 });
    expect(body.reach).toEqual([{ weekday: 7, hour: 7, calls: 2, reached: 1 }]);
    expect(body.people).toMatchObject([
      {
        name: 'Synthetic Staff',
        calls: 2,
        reached: 1,
        outcomes: [
          { outcome: 'confirmed', count: 1 },
          { outcome: 'voicemail', count: 1 },
        ],
      },
    ]);
    expect(body.origins).toMatchObject([
      { kind: 'platform', id: platform, asked: 3, confirmed: 1 },
      { kind: 'institution', name: 'Synthetic Credit Union', asked: 1, confirmed: 1 },
    ]);

    const cases = async (filter: string) => {
      const { body: list } = await get(`/board/figures/cases?${filter}`);
      return list.data.map(({ source_id: id }: Record<string, string>) => id);
    };
    expect(await cases('step=asked')).toHaveLength(4);
    expect(await cases(`step=confirmed&platform=${platform}`)).toEqual([one.intake_id]);
    expect(await cases('step=called')).toHaveLength(2);
    expect(await cases('outcome=voicemail')).toEqual([two.intake_id]);
    expect(await cases('weekday=7&hour=7')).toEqual([two.intake_id, one.intake_id]);
    expect(await cases(`institution_id=${body.origins[1].id}`)).toEqual([referral.id]);
    expect(await cases('on=2026-11-14')).toEqual([]);
    for (const range of ['week', 'month']) expect(await cases(`range=${range}&on=2026-11-10`)).toHaveLength(4);

    const csv = await get('/board/figures.csv?range=month');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="figures-month-2026-11-15.csv"');
    expect(csv.text).toContain('funnel,,asked,4\r\n');
    expect(csv.text).toContain('first_call,,called,2\r\n');
  });

  it('the figures begin with the local day even when the clocks change, and refuse an invalid day', async () => {
    const { body } = await get('/board/figures?on=2026-03-08');
    expect([body.from, body.to]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z']);
    for (const filter of ['on=2026-02-30', 'range=year', 'on=1200-01-01'])
      expect((await get(`/board/figures?${filter}`)).status).toBe(400);
  });

  it('the figures are for leads', async () => {
    const { headers } = await givenSession(harness.current, 'caller');
    for (const path of ['/board/figures', '/board/figures.csv', '/board/figures/cases', '/board/late-callbacks'])
      expect((await harness.current.call('GET', `/api/staff/v1${path}`, { headers })).status).toBe(403);
  });
});

describe('late callbacks', () => {
  it('late callbacks are those whose time is past, the longest wait first', async () => {
    const { current } = harness;
    const ids = [];
    // By then it is daytime in every US time zone.
    for (const at of ['2026-11-16T19:30:00Z', '2026-11-16T19:00:00Z', '2026-11-17T19:00:00Z']) {
      const { body } = await submit(current, minimalIntake());
      const called = await post(`/intakes/${body.intake_id}/calls`, { outcome: 'callback_requested', callback_at: at });
      expect(called.status).toBe(200);
      ids.push(body.intake_id);
    }
    current.clock.advance((Date.parse('2026-11-16T20:00:00Z') - current.clock.now().getTime()) / 1000);
    token = await givenStaffToken(current, 'lead');
    const { body } = await get('/board/late-callbacks');
    expect(body.data.map(({ source_id: id }: Record<string, string>) => id)).toEqual([ids[1], ids[0]]);
  });
});

describe('what was paid', () => {
  const cards = useCardHarness();

  it('payments count charges after refunds and recorded payments, not lost disputes, and a hold until it lapses', async () => {
    const { harness: current, stripe } = cards.current;
    let lead = await givenStaffToken(current, 'lead');
    const call = async (route: string, body?: unknown) => {
      const [method = '', path = ''] = route.split(' ');
      const options = { token: lead, ...(body === undefined ? {} : { body }) };
      return (await current.call(method, `/api/staff/v1${path}`, options)).body;
    };
    const given = () => givenCheckout(current, { initialOfferCents: 1_000_000 });
    const [charged, lost, noted, saved] = [await given(), await given(), await given(), await given()];
    const holds = [
      await givenHold(cards.current, charged, 'research'),
      await givenHold(cards.current, lost, 'research'),
    ];
    for (const id of holds) await call(`POST /holds/${id}/capture`, captureBody);
    await deliverProviderEvents(cards.current);
    stripe.bank.dispute([...stripe.bank.intents.values()].find(({ holdId }) => holdId === holds[1])?.id ?? '', 'lost');
    await deliverProviderEvents(cards.current);
    const paid = { product: 'research', amount_cents: 15_000, method: 'check', paid_on: '2026-11-15' };
    await call(`POST /consultations/${noted.consultationId}/payments`, paid);
    await givenCard(cards.current, saved);

    const figures = await call('GET /board/figures');
    expect(figures.funnel.slice(-2)).toEqual([
      { step: 'accepted', count: 4 },
      { step: 'paid', count: 2 },
    ]);
    expect(figures.origins).toMatchObject([{ asked: 4, paid: 2, captured_cents: 19_900 + 15_000 }]);
    expect(figures.holds).toMatchObject([
      { product: 'representation', held: 1, held_cents: 47_200, saved: 0, saved_cents: 0, captured: 0 },
      { product: 'research', held: 0, saved: 0, captured: 1, captured_cents: 19_900 },
    ]);
    const listed = async (filter: string) =>
      (await call(`GET /board/figures/cases?${filter}`)).data.map(({ id }: Record<string, string>) => id).toSorted();
    expect(await listed('step=paid')).toEqual([charged.consultationId, noted.consultationId].toSorted());
    expect(await listed('hold=held')).toEqual([saved.consultationId]);
    expect(await listed('hold=saved')).toEqual([]);
    expect(await listed('hold=captured')).toEqual([charged.consultationId]);
    await letHoldsLapse(cards.current);
    lead = await givenStaffToken(current, 'lead');
    expect((await call('GET /board/figures?on=2026-11-15')).holds).toMatchObject([
      { product: 'representation', held: 0, held_cents: 0, saved: 1, saved_cents: 47_200, captured: 0 },
      { product: 'research' },
    ]);
  });
});

describe('the funnel', () => {
  const cards = useCardHarness();

  it('the funnel never widens, and each step lists as many cases as it counts, whatever happened later', async () => {
    const { harness: current } = cards.current;
    const lead = await givenStaffToken(current, 'lead');
    const call = async (path: string) => (await current.call('GET', `/api/staff/v1${path}`, { token: lead })).body;
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const checkout = await givenCheckout(current, { initialOfferCents: 1_000_000 });
      await givenHold(cards.current, checkout, 'research');
      const body = { product: 'research', amount_cents: 15_000, method: 'check', paid_on: '2026-11-15' };
      await current.call('POST', `/api/staff/v1/consultations/${checkout.consultationId}/payments`, {
        token: lead,
        body,
      });
      ids.push(checkout.consultationId);
    }
    const become = async (id: string, { delivered, settled, hold, noted }: Became) => {
      const { pool } = current.owner;
      await pool.query(
        `update consultations.consultations set delivered_at = case when $2 then opened_at end,
           settled_at = case when $3 then opened_at end where id = $1`,
        [id, delivered, settled],
      );
      await pool.query(
        `update checkout.payments set voided_at = case when $2 then null else noted_at end,
           voided_by = case when $2 then null else noted_by end where consultation_id = $1`,
        [id, noted],
      );
      await pool.query(
        `update checkout.holds h set state = $2, captured_cents = case when $2 = 'captured' then amount_cents end
         from checkout.checkouts o where o.id = h.checkout_id and o.consultation_id = $1`,
        [id, hold],
      );
    };
    await assert(
      asyncProperty(array(became, { minLength: ids.length, maxLength: ids.length }), async (all) => {
        for (const [at, id] of ids.entries()) if (all[at] !== undefined) await become(id, all[at]);
        const { funnel } = await call('/board/figures');
        const counts: number[] = funnel.map(({ count }: { count: number }) => count);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        for (const { step, count } of funnel)
          expect([step, (await call(`/board/figures/cases?step=${step}`)).data.length]).toEqual([step, count]);
      }),
      { numRuns: 12 },
    );
  });
});

describe('the improvement of settled cases', () => {
  it('the improvement counts the gap that was shown to a borrower, whose market read is with the facts', async () => {
    const { current } = harness;
    const { key } = await givenPartner(current, { livemode: true });
    const referral = await givenReferral(current, key);
    await post(`/referrals/${referral.id}/activate`);
    const id = await consultationOf(current, referral.id);
    await current.ctx.db.pool.query(
      `insert into facts.cases (consultation_id, preliminary, updated_at)
       values ($1, '{"gap_vs_offer_cents": 250000}', now())
       on conflict (consultation_id) do update set preliminary = excluded.preliminary`,
      [id],
    );
    const sides = { offer: { value_cents: 1_000_000 }, settlement: { value_cents: 1_200_000 } };
    const settled = await post(`/consultations/${id}/settlement`, sides);
    expect(settled.status).toBe(200);
    const { body } = await get('/board/figures');
    expect(body.improvement).toEqual({
      known: 1,
      unknown: 0,
      won_cents: 200_000,
      with_gap: 1,
      without_gap: 0,
      promised_cents: 250_000,
      won_with_gap_cents: 200_000,
    });
  });

  it('the improvement is value minus value, without cases of unknown value, and a withheld gap does not count as zero', () => {
    const value = (cents: number) => ({ value: { cents, from: 'staff' as const } });
    const tax = { tax: { cents: 99_999, from: 'report' as const } };
    const row = (gap: number | null, offer: OfferParts | null, settlement: OfferParts | null) => ({
      gap_cents: gap,
      offer_parts: offer,
      initial_offer_cents: amountOf(offer ?? {}) ?? null,
      settlement_parts: settlement,
      settlement_cents: amountOf(settlement ?? {}) ?? null,
    });
    expect(
      computeImprovement([
        row(300_000, value(1_000_000), { ...value(1_200_000), ...tax }),
        row(null, value(1_000_000), value(990_000)),
        row(500_000, { stated: { cents: 1, from: 'agent' } }, value(2)),
        row(500_000, null, null),
      ]),
    ).toEqual({
      known: 2,
      unknown: 2,
      won_cents: 190_000,
      with_gap: 1,
      without_gap: 1,
      promised_cents: 300_000,
      won_with_gap_cents: 200_000,
    });
  });
});
