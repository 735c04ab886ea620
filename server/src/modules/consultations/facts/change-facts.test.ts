import { beforeAll, describe, expect, it } from 'vitest';
import { factSources } from '#app/callbacks';
import { givenListings } from '#testing/vehicles/market';
import { givenStaffToken } from '#testing/staff';
import { consultationOrigins, newCustomer, type ConsultationOrigin } from '#test/fixtures/consultation-origins';
import { useHarness, type Answer } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { listConsultationFacts } from './to-facts-view.ts';
import { readDueMarkets } from './refresh-facts.ts';

const harness = useHarness();
const origins = Object.keys(consultationOrigins) as ConsultationOrigin[];
const vin = '1HGCM82633A004352';
let token: string;
let second: string;

beforeAll(async () => {
  token = await givenStaffToken(harness.current);
  second = await givenStaffToken(harness.current);
  const near = { year: 2003, make: 'Honda', model: 'Accord', state: 'TX' };
  await givenListings(
    harness.current.ctx,
    Array.from({ length: 14 }, (_, index) => ({ ...near, price: 20_000 + index * 100, miles: 60_000 + index * 1000 })),
  );
});

const given = (origin: ConsultationOrigin, customer = newCustomer()) =>
  consultationOrigins[origin](harness.current, { customer, token });

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  harness.current.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });

const read = async (id: string) => (await call('GET', `/cases/${id}/facts`)).body;
const change = (id: string, seen: number, changes: object) => call('PATCH', `/cases/${id}/facts`, { seen, changes });
const fieldOf = (view: { fields: { field: string }[] }, name: string) =>
  view.fields.find(({ field }) => field === name);

describe.each(origins)('the facts of a case from %s', (origin) => {
  it('facts that staff change are stored with author and time, and the market is shown before and after', async () => {
    const { id } = await given(origin);
    const view = await read(id);
    expect([view.version, view.history]).toEqual([0, []]);
    const vehicle = { vin: vin.toLowerCase(), year: 2003, make: 'Honda', model: 'Accord', trim: 'EX', zip: '78701' };
    const first = await change(id, 0, { ...vehicle, payoff_cents: 1_800_000 });
    expect([first.status, first.body.version]).toEqual([200, 1]);
    expect(fieldOf(first.body, 'vin')).toMatchObject({ value: vin, from: 'staff', by: expect.any(String) });
    expect(first.body.market).toMatchObject({ sample_size: 14, label: expect.stringContaining('2003 Honda Accord') });
    const { body } = await change(id, 1, { odometer: 120_000, insurer: 'Synthetic Mutual' });
    expect(body.market_before).toEqual(first.body.market);
    expect(body.market.adjusted_mid).toBeLessThan(body.market_before.adjusted_mid);
    expect(body.history.map((one: { field: string }) => one.field).sort()).toEqual(
      [...Object.keys(vehicle), 'insurer', 'odometer', 'payoff_cents'].sort(),
    );
    const detail = (await call('GET', `/board/cases/${id}`)).body;
    expect(detail.market).toMatchObject({
      adjusted_mid: body.market.adjusted_mid,
      snapshot_id: body.market.snapshot_id,
    });
    expect(detail.facts).toContainEqual(
      expect.objectContaining({ label: 'Odometer', value: '120000', from: 'staff', by: expect.any(String) }),
    );
    expect(detail.facts_version).toBe(2);
    expect(detail.card.vehicle).toBe('2003 Honda Accord');
    expect(detail.timeline).toContainEqual(expect.objectContaining({ title: 'Facts changed' }));
    const { facts } = await listConsultationFacts(harness.current.ctx, factSources, id);
    expect(facts.odometer).toEqual({ value: 120_000, from: 'staff' });
  });

  it('a changed fact keeps its earlier value, and can be set to unknown', async () => {
    const { id } = await given(origin);
    await change(id, 0, { insurer: 'First Mutual' });
    await change(id, 1, { insurer: 'Second Mutual' });
    const cleared = (await change(id, 2, { insurer: null })).body;
    expect(fieldOf(cleared, 'insurer')).toMatchObject({ value: null, from: 'staff' });
    expect(cleared.history.slice(0, 2)).toMatchObject([
      { field: 'insurer', value: null, before: 'Second Mutual', before_from: 'staff' },
      { field: 'insurer', value: 'Second Mutual', before: 'First Mutual' },
    ]);
    const { body } = await call('PATCH', `/cases/${id}/facts`, { seen: 3, changes: {}, withdrawn: ['insurer'] });
    expect(fieldOf(body, 'insurer')).toMatchObject({ from: origin === 'referral' ? 'institution' : null, by: null });
  });

  it('a change based on an old version is refused and shows both versions', async () => {
    const { id } = await given(origin);
    const answers = await Promise.all([
      change(id, 0, { odometer: 50_000 }),
      harness.current.call('PATCH', `/api/staff/v1/cases/${id}/facts`, {
        token: second,
        body: { seen: 0, changes: { odometer: 60_000 } },
      }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = [answers.find(({ status }) => status === 200), answers.find(({ status }) => status === 409)];
    expect(lost?.body).toMatchObject({ code: 'facts_changed', current: { version: 1 } });
    expect(fieldOf(lost?.body.current, 'odometer')).toEqual(fieldOf(won?.body, 'odometer'));
    expect((await read(id)).history).toHaveLength(1);
  });

  it('a new number or place reaches the queue, under the rules for all numbers', async () => {
    const { id } = await given(origin);
    const refused = await change(id, 0, { phone: '900 555 0142', email: 'no', loss_state: 'XX' });
    expect([refused.status, refused.body.issues.map(({ path }: { path: string }) => path).sort()]).toEqual([
      400,
      ['changes.email', 'changes.loss_state', 'changes.phone'],
    ]);
    const { dialed, phone, email } = newCustomer();
    const answer = await change(id, 0, { phone, email: email.toUpperCase(), zip: '96813', loss_state: 'hi' });
    expect(answer.status).toBe(200);
    // Whole numbers are never shown here; they are for the caller who has the case.
    expect(answer.text).not.toContain(dialed.slice(2, 8));
    const detail = (await call('GET', `/board/cases/${id}`)).body;
    expect([detail.person.email, detail.person.phone_hint]).toEqual([
      email.toLowerCase(),
      `•••-•••-${dialed.slice(-4)}`,
    ]);
    expect(detail.calling.zones).toContain('Pacific/Honolulu');
    expect((await call('GET', `/board/search?q=${dialed.slice(2)}`)).body.data).toMatchObject([{ id }]);
    const stored = 'select encrypted_person::text as text from facts.cases where consultation_id = $1';
    const [row] = await harness.current.ctx.db.many<{ text: string }>({ text: stored, values: [id] });
    expect(row?.text).not.toContain(Buffer.from(email.toLowerCase()).toString('hex'));
  });

  it('a report that the team uploads is read immediately and adds to the facts, and its file is for staff only', async () => {
    const { id } = await given(origin);
    const report = await makeReport('ccc', 1);
    const send = (as: string | undefined, pdf: Uint8Array) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
      const headers = as === undefined ? {} : { authorization: `Bearer ${as}` };
      return fetch(`${harness.current.baseUrl}/api/staff/v1/cases/${id}/documents`, { method: 'POST', headers, body });
    };
    expect((await send(undefined, report.pdf)).status).toBe(401);
    expect((await send(token, Buffer.from('%PDF-1.7\n'))).status).toBe(400);
    const sent = await send(token, report.pdf);
    expect([sent.status, (await send(token, report.pdf)).status]).toEqual([200, 200]);
    const detail = (await call('GET', `/board/cases/${id}`)).body;
    expect(detail.documents).toHaveLength(1);
    const [paper] = detail.documents;
    const another = paper.other_vehicle !== null;
    const view = (await read(id)) as { fields: { field: string }[] };
    const odometer = report.truth.odometer;
    if (!another) expect(fieldOf(view, 'odometer')).toMatchObject({ from: 'report', value: valueOf(odometer) });
    expect((await call('GET', `/documents/${paper.id}/file`)).status).toBe(200);
    expect((await harness.current.call('GET', `/api/staff/v1/documents/${paper.id}/file`, {})).status).toBe(401);
  });
});

const valueOf = (truth: unknown): unknown => (truth as { value: unknown }).value;

describe('a branded title', () => {
  it('a branded title is not compared with clean ones, and no figure is shown next to its offer', async () => {
    const { id } = await given('agent_intake');
    const vehicle = { year: 2003, make: 'Honda', model: 'Accord', trim: 'EX', zip: '78701', odometer: 60_000 };
    const clean = await change(id, 0, vehicle);
    expect(clean.body.market).toMatchObject({ sample_size: 14, adjusted_mid: expect.any(Number) });
    expect((await change(id, 1, { title: 'no idea' })).status).toBe(400);
    const salvage = await change(id, 1, { title: 'Salvage' });
    expect(fieldOf(salvage.body, 'title')).toMatchObject({ value: 'salvage', from: 'staff' });
    expect(salvage.body.market).toMatchObject({ sample_size: 0, mid: null, adjusted_mid: null, gap_cents: null });
    await givenListings(
      harness.current.ctx,
      Array.from({ length: 6 }, () => ({ year: 2003, price: 9000, branded: true })),
    );
    const found = await change(id, 2, { odometer: 61_000 });
    expect(found.body.market).toMatchObject({ sample_size: 6, mid: 9000, adjusted_mid: null, gap_cents: null });
    const again = await change(id, 3, { title: 'clean' });
    expect(again.body.market).toMatchObject({ sample_size: 14, adjusted_mid: expect.any(Number) });
  });
});

describe('a case of an institution', () => {
  it.each(['referral', 'membership'] as const)('a case from %s gets its market read by a job, once', async (origin) => {
    const { ctx } = harness.current;
    const { id } = await given(origin);
    const due = async () =>
      (
        await ctx.db.many<{ due: boolean }>({
          text: 'select market_due_at is not null as due from facts.cases where consultation_id = $1',
          values: [id],
        })
      ).map((row) => row.due);
    expect(await due()).toEqual([true]);
    expect(await readDueMarkets(ctx, factSources, 100)).toBeGreaterThan(0);
    expect([await due(), await readDueMarkets(ctx, factSources, 100)]).toEqual([[false], 0]);
    const { preliminary } = await listConsultationFacts(ctx, factSources, id);
    if (origin === 'referral') expect(preliminary).toMatchObject({ coverage: 'none' });
  });
});

describe('invalid fact changes', () => {
  it('a fact change is refused without a staff member, for an unknown or closed case, and out of bounds', async () => {
    const { id } = await given('agent_intake');
    expect((await harness.current.call('GET', `/api/staff/v1/cases/${id}/facts`, {})).status).toBe(401);
    expect((await call('GET', '/cases/con_000000000000000000000000/facts')).status).toBe(404);
    for (const changes of [
      { year: 1800 },
      { odometer: -1 },
      { offer_cents: 5 },
      { make: 'x'.repeat(61) },
      { zip: 'a' },
    ])
      expect((await change(id, 0, changes)).status).toBe(400);
    await harness.current.ctx.db.many({
      text: 'update consultations.consultations set closed_at = opened_at where id = $1',
      values: [id],
    });
    expect((await change(id, 0, { odometer: 1 })).status).toBe(409);
    expect((await read(id)).version).toBe(0);
  });

  it('hostile text in a fact is accepted and stays text', async () => {
    const { id } = await given('agent_intake');
    const hostile = '<img src=x onerror=alert(1)>\u202e\u0007 http://evil.example';
    const { body } = await change(id, 0, { first_name: hostile, condition: `${hostile}\nsecond line` });
    expect(fieldOf(body, 'first_name')).toMatchObject({ value: '<img src=x onerror=alert(1)> http://evil.example' });
    expect(fieldOf(body, 'condition')).toMatchObject({ value: expect.stringContaining('\nsecond line') });
    expect(harness.current.logLines.join('')).not.toContain('evil.example');
  });
});

describe('a typed VIN', () => {
  it('a complete VIN returns its vehicle and check digit immediately, and anything else returns nothing', async () => {
    const decode = async (typed: string) => (await call('POST', '/vin-decodings', { vin: typed })).body;
    expect(await decode('1hgcm82633a004352')).toMatchObject({ vin, year: 2003, make: 'Honda', check_digit: 'right' });
    expect(await decode('1hgcm82633a004352')).toMatchObject({ trims: ['EX-V6'], body: 'Coupe', fuel: 'Gasoline' });
    expect(await decode('1HGCM82643A004352')).toMatchObject({ check_digit: 'wrong' });
    expect(await decode("'; drop table--")).toMatchObject({ year: null, check_digit: 'unknown' });
  });
});
