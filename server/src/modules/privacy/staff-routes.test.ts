import { beforeEach, describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { randomBase62 } from '#lib/tokens/base62';
import { verifyChain } from '#modules/ledger';
import { findTraces } from '#test/database/find-traces';
import { useHarness, type Answer } from '#test/harness';
import { givenIntake, minimalIntake, newPhone, press } from '#testing/intakes';
import { givenPage } from '#testing/owner-page';
import { syntheticVin } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { eraseAsked } from './erasure/erase-customer.ts';

const harness = useHarness();

const newMark = (): string => `zq${randomBase62(12).toLowerCase()}`;

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

const as = async (role: 'caller' | 'lead' | 'administrator'): Promise<Call> => {
  const token = await givenStaffToken(harness.current, role);
  return (method, path, body) =>
    harness.current.call(method, `/api/staff/v1/cases/${path}`, { token, ...(body === undefined ? {} : { body }) });
};

async function givenCase(mark = newMark(), phone = newPhone()) {
  const h = harness.current;
  const customer = { first_name: `F${mark}`, last_name: `L${mark}`, email: `${mark}@example.com`, phone };
  const receipt = await givenIntake(h, minimalIntake({ customer, vehicle: { vin: syntheticVin() } }));
  await press(h, receipt, 'confirm');
  const { rows } = await h.ctx.db.pool.query(
    'select id, number from consultations.consultations where source_id = $1',
    [receipt.intake_id],
  );
  return { mark, phone, intakeId: receipt.intake_id, id: String(rows[0]?.id), number: String(rows[0]?.number) };
}

const erase = () => eraseAsked(harness.current.ctx, closeErased);

let lead: Call;
beforeEach(async () => {
  lead = await as('lead');
});

const reason = 'asked_otherwise';

describe('a lead at a case', () => {
  it("a lead can download the data stored about a case's customer as JSON and PDF, and the trail records it", async () => {
    const h = harness.current;
    const { id, mark, number } = await givenCase();
    const json = await lead('GET', `${id}/person-export?scope=email`);
    expect([json.status, json.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="person.json"']);
    expect(json.body.cases.map((one: { number: string }) => one.number)).toEqual([number]);
    expect(JSON.stringify(json.body.data['intakes.intakes'])).toContain(`F${mark}`);
    const pdf = await lead('GET', `${id}/person-export.pdf?scope=case`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const { rows } = await h.ctx.db.pool.query(
      `select kind, operation from audit.entries where subject_id = $1 and operation like 'privacy.%' order by seq`,
      [id],
    );
    expect(rows).toEqual([
      { kind: 'view', operation: 'privacy.export-customer' },
      { kind: 'view', operation: 'privacy.export-customer-pdf' },
    ]);
  });

  it('a lead gets every row of a person, or an error that there are too many for one export', async () => {
    const { id } = await givenCase();
    const add = (from: number, to: number) =>
      harness.current.owner.many({
        text: `insert into consultations.calls (id, consultation_id, staff_id, outcome, called_at)
          select 'cal_' || lpad(n::text, 24, '0'), $1, 'stf_' || repeat('0', 24), 'no_answer', now()
          from generate_series($2::int, $3::int) n`,
        values: [id, from, to],
      });
    await add(1, 1500);
    const all = await lead('GET', `${id}/person-export?scope=email`);
    expect(all.body.data['consultations.calls']).toHaveLength(1500);
    await add(1501, 20_001);
    const refused = await lead('GET', `${id}/person-export?scope=email`);
    expect([refused.status, refused.body.code]).toEqual([409, 'export_too_large']);
  });

  it('can ask for at most thirty exports an hour, found or not', async () => {
    const { id } = await givenCase();
    expect((await lead('GET', `${id}/person-export`)).status).toBe(200);
    // A request for an unknown case counts too, and exports nothing.
    for (let tries = 1; tries < 30; tries += 1)
      expect((await lead('GET', `con_${'0'.repeat(24)}/person-export`)).status).toBe(404);
    expect((await lead('GET', `${id}/person-export`)).status).toBe(429);
    expect((await (await as('lead'))('GET', `${id}/person-export`)).status).toBe(200);
  });

  it('a lead can preview an erasure, and a worker erases everything of the customer', async () => {
    const h = harness.current;
    const first = await givenCase();
    const second = await givenCase(first.mark);
    const one = await lead('GET', `${first.id}/erasure-preview`);
    expect(one.body).toMatchObject({ scope: 'case', stops: [], cases: [{ number: first.number, open: true }] });
    const all = await lead('GET', `${first.id}/erasure-preview?scope=email`);
    expect(all.body.cases.map(({ number }: { number: string }) => number).toSorted()).toEqual(
      [first.number, second.number].toSorted(),
    );
    expect(all.body.rows).toBeGreaterThan(one.body.rows);
    const asked = await lead('POST', `${first.id}/erasure`, { scope: 'email', reason, confirm: first.number });
    expect([asked.status, asked.body.state]).toEqual([202, 'waiting']);
    const again = await lead('POST', `${first.id}/erasure`, { scope: 'email', reason, confirm: first.number });
    expect(again.body.id).toBe(asked.body.id);
    expect(await findTraces(h.ctx, [first.mark])).toContain('intakes.intakes');
    expect(await erase()).toBe(1);
    expect(await findTraces(h.ctx, [first.mark, first.phone, second.phone])).toEqual([]);
    const { body } = await lead('GET', `${first.id}/person`);
    expect(body).toMatchObject({ scopes: ['case'], erased_at: expect.any(String), erasure: { state: 'done' } });
    expect(body.erasure.rows).toBeGreaterThan(10);
    const { rows } = await h.ctx.db.pool.query(
      `select operation, staff_id from audit.entries where subject_id = $1 and kind = 'action' order by seq`,
      [first.id],
    );
    const leadId = rows[0]?.staff_id;
    expect(rows.at(-1)).toEqual({ operation: 'privacy.erase-customer', staff_id: leadId });
    expect(leadId).toMatch(/^stf_/);
    expect(await verifyChain(h.ctx)).toMatchObject({ ok: true });
    expect(await erase()).toBe(0);
  });

  it('a lead must type the number of the case', async () => {
    const { id, mark } = await givenCase();
    const wrong = await lead('POST', `${id}/erasure`, { scope: 'case', reason, confirm: 'yes' });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'confirm']);
    for (const body of [{}, { scope: 'all', reason, confirm: 'x' }, { scope: 'case', reason: 'because', confirm: 'x' }])
      expect((await lead('POST', `${id}/erasure`, body)).status).toBe(400);
    expect(await erase()).toBe(0);
    expect(await findTraces(harness.current.ctx, [mark])).not.toEqual([]);
  });

  it('a lead can place a legal hold, which stops earlier and later requests, and lift it', async () => {
    const { ctx } = harness.current;
    const { id, mark, number } = await givenCase();
    const asked = { scope: 'case', reason, confirm: number };
    await lead('POST', `${id}/erasure`, asked);
    const held = await lead('POST', `${id}/legal-hold`, { reason: 'A synthetic proceeding.' });
    expect(held.body.legal_holds).toMatchObject([{ kind: 'case', reason: 'A synthetic proceeding.' }]);
    expect((await lead('POST', `${id}/legal-hold`, { reason: 'Another.' })).status).toBe(409);
    expect(await erase()).toBe(1);
    const { body } = await lead('GET', `${id}/person`);
    expect(body.erasure).toMatchObject({ state: 'stopped', problem: 'legal_hold', rows: null });
    expect((await lead('GET', `${id}/erasure-preview`)).body.stops).toEqual(['legal_hold']);
    expect((await lead('POST', `${id}/erasure`, asked)).body).toMatchObject({ code: 'legal_hold' });
    const lifted = await lead('POST', `${id}/legal-hold/lift`, { reason: 'It ended.' });
    expect([lifted.status, lifted.body.legal_holds]).toEqual([200, []]);
    expect((await lead('POST', `${id}/legal-hold/lift`, { reason: 'It ended.' })).status).toBe(404);
    const { rows } = await ctx.db.pool.query('select lift_reason from privacy.legal_holds where lifted_at is not null');
    expect(rows).toContainEqual({ lift_reason: 'It ended.' });
    expect((await lead('POST', `${id}/erasure`, asked)).status).toBe(202);
    expect(await erase()).toBe(1);
    expect(await findTraces(ctx, [mark])).toEqual([]);
  });
});

describe('other callers', () => {
  it('is refused: callers with 403, strangers with 401, and a case that is not there with 404', async () => {
    const h = harness.current;
    const { id, number } = await givenCase();
    const caller = await as('caller');
    const calls: readonly (readonly [string, string, unknown?])[] = [
      ['GET', 'person'],
      ['GET', 'person-export'],
      ['GET', 'person-export.pdf'],
      ['GET', 'erasure-preview'],
      ['POST', 'erasure', { scope: 'case', reason, confirm: number }],
      ['POST', 'legal-hold', { reason: 'x' }],
      ['POST', 'legal-hold/lift', { reason: 'x' }],
    ];
    for (const [method, path, body] of calls) {
      const stranger = await h.call(method, `/api/staff/v1/cases/${id}/${path}`, body === undefined ? {} : { body });
      const refused = await caller(method, `${id}/${path}`, body);
      const nobody = await lead(method, `con_unknown/${path}`, body);
      expect([path, stranger.status, refused.status, nobody.status]).toEqual([path, 401, 403, 404]);
    }
    expect(await erase()).toBe(0);
  });
});

describe('an erasure job', () => {
  it('that a process began and did not end is begun again, once its lease is over, and ends once', async () => {
    const { ctx, owner } = harness.current;
    const { id, mark, number } = await givenCase();
    await lead('POST', `${id}/erasure`, { scope: 'email', reason, confirm: number });
    const lease = (until: string) =>
      owner.pool.query(
        `update privacy.erasure_jobs set attempts = 1, leased_until = now() + $2::interval where consultation_id = $1`,
        [id, until],
      );
    await lease('1 minute');
    expect(await erase()).toBe(0);
    expect((await lead('GET', `${id}/person`)).body.erasure.state).toBe('running');
    await lease('-1 second');
    expect((await Promise.all([erase(), erase()])).toSorted()).toEqual([0, 1]);
    expect(await findTraces(ctx, [mark])).toEqual([]);
    const { rows } = await ctx.db.pool.query(
      `select count(*)::int from audit.entries where subject_id = $1 and operation = 'privacy.erase-customer'`,
      [id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('an erasure whose rows were erased before its end was recorded is ended too', async () => {
    const { ctx } = harness.current;
    const { id, mark, number } = await givenCase();
    await lead('POST', `${id}/erasure`, { scope: 'email', reason, confirm: number });
    // The process dies between the erasure and the next step.
    await expect(eraseAsked({ ...ctx, metrics: undefined as never }, closeErased)).rejects.toThrow('undefined');
    expect(await findTraces(ctx, [mark])).toEqual([]);
    await harness.current.owner.pool.query('update privacy.erasure_jobs set leased_until = null');
    expect(await erase()).toBe(1);
    expect((await lead('GET', `${id}/person`)).body.erasure).toMatchObject({ state: 'done' });
  });

  it('an erasure that fails repeatedly is given up, and reports it', async () => {
    const { ctx, owner } = harness.current;
    const { id, number } = await givenCase();
    await lead('POST', `${id}/erasure`, { scope: 'case', reason, confirm: number });
    const failing = () => eraseAsked(ctx, async () => Promise.reject(new Error('a synthetic fault')));
    for (let tries = 1; tries < 5; tries += 1) {
      await expect(failing()).rejects.toThrow('a synthetic fault');
      await owner.pool.query('update privacy.erasure_jobs set leased_until = null');
    }
    expect(await failing()).toBe(1);
    expect((await lead('GET', `${id}/person`)).body.erasure).toMatchObject({ state: 'stopped', problem: 'failed' });
  });
});

describe('a request that an owner makes on their own page', () => {
  it('the request has a due date, and is done when they are erased', async () => {
    const h = harness.current;
    const { id, get, post } = await givenPage(h);
    for (const kind of ['copy', 'delete']) expect((await post('requests', { kind })).status).toBe(303);
    expect((await get()).text).toContain('for a copy of your data');
    const token = await givenStaffToken(h, 'caller');
    const listed = await h.call('GET', '/api/staff/v1/customer-requests', { token });
    const own = listed.body.data.filter((one: { consultation_id: string }) => one.consultation_id === id);
    const due = new Date(h.clock.now().getTime() + 45 * 86_400_000).toISOString();
    expect(own.map((one: { kind: string; due_at: string }) => [one.kind, one.due_at]).toSorted()).toEqual([
      ['copy', due],
      ['delete', due],
    ]);
    // A caller cannot make it disappear by marking it as done.
    for (const one of own) {
      const path = `/api/staff/v1/customer-requests/${one.id}/done`;
      expect((await h.call('POST', path, { token })).status).toBe(403);
    }
    const { body } = await h.call('GET', `/api/staff/v1/board/cases/${id}`, { token });
    await lead('POST', `${id}/erasure`, { scope: 'case', reason: 'asked_on_page', confirm: body.card.number });
    await erase();
    const after = await h.call('GET', '/api/staff/v1/customer-requests', { token });
    expect(after.body.data.filter((one: { consultation_id: string }) => one.consultation_id === id)).toEqual([]);
  });
});
