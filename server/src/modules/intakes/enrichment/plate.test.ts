import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plateJobs } from '#mount/vehicles/workers';
import { readIdempotencyKey } from '#platform/idempotency';
import { startPlates, type PlateDouble } from '#test/doubles/plates';
import { startHarness, type Harness } from '#test/harness';
import { givenAgent } from '#testing/agents';
import { givenListings } from '#testing/vehicles/market';
import type { IntakeRequest } from '../schemas.ts';
import { givenTeam, minimalIntake, newEmail, poll, pressSent, submit } from '../testing.ts';
import { enrichRequest, fillInVin } from './enrichment.ts';

const vin = '1HGCM82633A004352';
let double: PlateDouble;
let harness: Harness;
let key: string;

beforeAll(async () => {
  double = await startPlates('auto.dev');
  harness = await startHarness(double.env);
  key = (await givenAgent(harness)).key;
  double.know('TX', 'SYN1', vin);
  double.know('TX', 'SYN2', vin);
  double.know('TX', 'SYN3', vin);
  await givenListings(
    harness.ctx,
    Array.from({ length: 12 }, () => ({ year: 2003 })),
  );
});
afterAll(async () => {
  await harness.close();
  await double.close();
});
afterEach(() => double.behave('answer'));

const withPlate = (vehicle: NonNullable<IntakeRequest['vehicle']>) =>
  submit(harness, minimalIntake({ vehicle, loss: { zip: '78701' } }), { token: key });

/** Runs the worker once the lookup is due. */
async function workerRuns(): Promise<void> {
  harness.clock.advance(25);
  for (const { run } of plateJobs(harness.ctx, fillInVin)) while ((await run(1)) > 0);
}

describe('a plate on an intake', () => {
  it('a plate with its state resolves to the VIN, and so to the vehicle and its market [A-INTAKE-039]', async () => {
    const { status, body } = await withPlate({ plate: 'syn-1', plate_state: 'tx' });
    expect([status, body.preliminary]).toMatchObject([201, { vehicle_label: '2003 Honda Accord', sample_size: 12 }]);
    for (const member of ['vin', 'plate_state', 'year', 'make', 'model']) {
      expect(body.missing_fields).not.toContain(`vehicle.${member}`);
    }
    const record = await (await givenTeam(harness)).record(body.intake_id);
    expect([record.vehicle, record.found.plate]).toEqual([{ plate: 'syn-1', plate_state: 'tx' }, { vin }]);
  });

  it('a plate without its state resolves nothing [A-INTAKE-039]', async () => {
    const before = double.asked.length;
    const { status, body } = await withPlate({ plate: 'SYN1' });
    expect([status, body.preliminary]).toEqual([201, null]);
    expect(body.missing_fields.slice(0, 2)).toEqual(['vehicle.vin', 'vehicle.plate_state']);
    expect(double.asked.length).toBe(before);
  });

  it('a plate is not looked up when a whole VIN was sent, and is when only a part of one was', async () => {
    const before = double.asked.length;
    await withPlate({ plate: 'SYN2', plate_state: 'TX', vin: '1FTFW5L86RFB45612' });
    expect(double.asked.length).toBe(before);
    const { body } = await withPlate({ plate: 'SYN2', plate_state: 'TX', vin: '1HGCM82633A' });
    expect(body.missing_fields).not.toContain('vehicle.vin');
  });

  it('a plate that no provider has leaves the intake unchanged', async () => {
    const { status, body } = await withPlate({ plate: 'NOBODY', plate_state: 'TX' });
    expect([status, body.preliminary, body.missing_fields[0]]).toEqual([201, null, 'vehicle.vin']);
  });

  it('a plate distinguishes two vehicles of one customer', async () => {
    const customer = { email: 'two-cars@example.com' };
    const first = minimalIntake({ customer, vehicle: { vin: '1FTFW5L86RFB45612' } });
    const second = minimalIntake({ customer, vehicle: { plate: 'SYN1', plate_state: 'TX' } });
    const statuses = [];
    for (const body of [first, second, second]) statuses.push((await submit(harness, body)).body.status);
    expect(statuses).toEqual(['received', 'received', 'duplicate']);
  });
});

describe('a plate whose provider is late', () => {
  it('a late plate is filled in later, with the market, once', async () => {
    double.behave('broken');
    const { body } = await withPlate({ plate: 'SYN3', plate_state: 'TX' });
    expect([body.preliminary, body.missing_fields[0]]).toEqual([null, 'vehicle.vin']);
    double.behave('answer');
    await workerRuns();
    const { body: later } = await poll(harness, body);
    expect(later).toMatchObject({ status: 'received', preliminary: { vehicle_label: '2003 Honda Accord' } });
    expect(later.missing_fields).not.toContain('vehicle.vin');
    await fillInVin(harness.ctx, body.intake_id, vin);
    const { body: again } = await poll(harness, body);
    expect({ ...again.preliminary, snapshot_id: '' }).toEqual({ ...later.preliminary, snapshot_id: '' });
  });

  it('a late plate does not undo concurrent findings', async () => {
    double.behave('broken');
    const { body } = await withPlate({ plate: 'SYN9', plate_state: 'TX' });
    const others = ['1FTFW5L86RFB45612', vin, 'KM8K2CAB4PU001140'];
    await Promise.all(others.map((other) => fillInVin(harness.ctx, body.intake_id, other)));
    const record = await (await givenTeam(harness)).record(body.intake_id);
    expect(others).toContain(record.found.plate?.vin);
    expect(record.found.decoded?.vin).toBe(record.found.plate?.vin);
  });
});

describe('a plate that is resolved late for an agent without a key', () => {
  const anonymous = (address: string) =>
    submit(harness, minimalIntake({ vehicle: { plate: `L${++plates}`, plate_state: 'TX' }, loss: { zip: '78701' } }), {
      headers: { 'x-forwarded-for': address },
    });
  let plates = 0;
  const readsOf = async (address: string) => {
    const hash = harness.ctx.vault.fingerprint(`market/reads/${address}`);
    const text = 'select from market.anonymous_reads where caller = $1';
    return (await harness.ctx.db.many({ text, values: [hash] })).length;
  };
  /** Two plates that the provider answers after their agents got their receipts. */
  async function givenLate(address: string) {
    double.behave('broken');
    const receipt = [(await anonymous(address)).body, (await anonymous(address)).body];
    for (const index of [1, 0]) double.know('TX', `L${plates - index}`, vin);
    double.behave('answer');
    return receipt;
  }

  it("a late plate's market read counts toward the allowance of its agent", async () => {
    const address = '198.51.100.21';
    const [first] = await givenLate(address);
    expect([first.preliminary, await readsOf(address)]).toEqual([null, 0]);
    await workerRuns();
    expect((await poll(harness, first)).body.preliminary).toMatchObject({ sample_size: 12 });
    expect(await readsOf(address)).toBe(2);
    await fillInVin({ ...harness.ctx, actor: { kind: 'anonymous', address } }, first.intake_id, vin);
    expect(await readsOf(address)).toBe(2);
  });

  it("a late plate's market is not read beyond the allowance, although its VIN is filled in", async () => {
    const address = '198.51.100.22';
    const receipt = await givenLate(address);
    const text = 'insert into market.anonymous_reads select $1, $2 from generate_series(1, 24)';
    const caller = harness.ctx.vault.fingerprint(`market/reads/${address}`);
    await harness.ctx.db.many({ text, values: [caller, harness.clock.now()] });
    await workerRuns();
    const bodies = await Promise.all(receipt.map(async (one) => (await poll(harness, one)).body));
    expect(bodies.filter(({ preliminary }) => preliminary !== null)).toHaveLength(1);
    for (const { missing_fields: missing } of bodies) expect(missing).not.toContain('vehicle.vin');
    expect(await readsOf(address)).toBe(25);
  });
});

describe('paid plate lookups', () => {
  let plates = 0;
  const next = () => ({ plate: `N${++plates}`, plate_state: 'TX' });
  const asked = async (work: () => Promise<unknown>) => {
    const before = double.asked.length;
    await work();
    return double.asked.length - before;
  };

  it('a plate lookup is not paid for while the program is closed', async () => {
    const team = await givenTeam(harness);
    const open = (state: boolean) =>
      harness.call('PATCH', '/api/staff/v1/settings', { token: team.token, body: { intake_program_open: state } });
    await open(false);
    try {
      expect(await asked(async () => expect((await withPlate(next())).status).toBe(404))).toBe(0);
    } finally {
      await open(true);
    }
  });

  it('a plate lookup is not paid for when the customer has an open case that may be the same', async () => {
    const customer = { email: newEmail() };
    await submit(harness, minimalIntake({ customer }), { token: key });
    const again = () => submit(harness, minimalIntake({ customer, vehicle: next() }), { token: key });
    expect(await asked(async () => expect((await again()).body.status).toBe('duplicate'))).toBe(0);
  });

  it('a plate lookup is not paid for in a state that is not served', async () => {
    const body = minimalIntake({ vehicle: next(), loss: { loss_state: 'PR' } });
    expect(await asked(async () => expect((await submit(harness, body)).body.status).toBe('not_eligible'))).toBe(0);
  });

  it.each(['the same body', 'another body'])(
    'a plate lookup is not paid for under a key that was answered already, with %s',
    async (body) => {
      const first = minimalIntake({ vehicle: next() });
      const second = minimalIntake({ vehicle: next() });
      const headers = { 'idempotency-key': `plate-${body}` };
      double.behave('broken');
      await submit(harness, first, { token: key, headers });
      // Only the idempotency key shows that it was answered, because the customer's case has ended.
      await harness.ctx.db.many({ text: `update intakes.intakes set status = 'declined'`, values: [] });
      double.behave('answer');
      const [{ principal_id: principal }] = (await harness.ctx.db.many<{ principal_id: string }>({
        text: 'select principal_id from intakes.intakes where principal_id is not null limit 1',
        values: [],
      })) as [{ principal_id: string }];
      const request = body === 'the same body' ? first : second;
      const named = readIdempotencyKey(`intakes.open/${principal}`, headers['idempotency-key'], request);
      expect(await asked(() => enrichRequest(harness.ctx, request, { idempotencyKey: named }))).toBe(0);
      expect(await asked(() => enrichRequest(harness.ctx, request, {}))).toBe(1);
    },
  );

  it('a plate lookup is not paid for twice by two requests at the same moment', async () => {
    double.know('TX', 'SAME', vin);
    const vehicle = { plate: 'SAME', plate_state: 'TX' };
    expect(await asked(() => Promise.all([withPlate(vehicle), withPlate(vehicle), withPlate(vehicle)]))).toBe(1);
  });

  it('a skipped plate lookup happens later if the case is accepted after all', async () => {
    const customer = { email: newEmail() };
    const { body } = await submit(harness, minimalIntake({ customer }), { token: key });
    await pressSent(harness, body, { via: 'email' });
    const { platePending } = await enrichRequest(harness.ctx, minimalIntake({ customer, vehicle: next() }));
    expect(platePending).toBe(true);
  });
});
