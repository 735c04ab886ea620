import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plateQueue } from '#mount/vehicles/workers';
import { givenAgent } from '#testing/agents';
import { givenListings } from '#testing/market';
import { drainQueue } from '#test/drain-queue';
import { startHarness, type Harness } from '#test/harness';
import { startPlates, type PlateDouble } from '#test/plates';
import { fillInVin } from './fill-in-vin.ts';
import type { IntakeRequest } from './schemas.ts';
import { givenTeam, minimalIntake, poll, submit } from './testing.ts';

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

/** What the worker does, once the time has come. */
async function workerRuns(): Promise<void> {
  harness.clock.advance(25);
  await drainQueue(plateQueue(harness.ctx, fillInVin));
}

describe('a plate on an intake', () => {
  it('gives the VIN together with its state, and so the vehicle and its market [A-INTAKE-039]', async () => {
    const { status, body } = await withPlate({ plate: 'syn-1', plate_state: 'tx' });
    expect([status, body.preliminary]).toMatchObject([
      201,
      { vehicle_label: '2003 Honda Accord EX-V6', sample_size: 12 },
    ]);
    for (const member of ['vin', 'plate_state', 'year', 'make', 'model']) {
      expect(body.missing_fields).not.toContain(`vehicle.${member}`);
    }
    const record = await (await givenTeam(harness)).record(body.intake_id);
    expect([record.vehicle, record.found.plate]).toEqual([{ plate: 'syn-1', plate_state: 'tx' }, { vin }]);
  });

  it('resolves nothing alone [A-INTAKE-039]', async () => {
    const before = double.asked.length;
    const { status, body } = await withPlate({ plate: 'SYN1' });
    expect([status, body.preliminary]).toEqual([201, null]);
    expect(body.missing_fields.slice(0, 2)).toEqual(['vehicle.vin', 'vehicle.plate_state']);
    expect(double.asked.length).toBe(before);
  });

  it('is not looked up when a whole VIN was sent, and is when only a part of one was', async () => {
    const before = double.asked.length;
    await withPlate({ plate: 'SYN2', plate_state: 'TX', vin: '1FTFW5L86RFB45612' });
    expect(double.asked.length).toBe(before);
    const { body } = await withPlate({ plate: 'SYN2', plate_state: 'TX', vin: '1HGCM82633A' });
    expect(body.missing_fields).not.toContain('vehicle.vin');
  });

  it('that nobody knows leaves the intake as it is', async () => {
    const { status, body } = await withPlate({ plate: 'NOBODY', plate_state: 'TX' });
    expect([status, body.preliminary, body.missing_fields[0]]).toEqual([201, null, 'vehicle.vin']);
  });

  it('tells two vehicles of one person apart', async () => {
    const customer = { email: 'two-cars@example.com' };
    const first = minimalIntake({ customer, vehicle: { vin: '1FTFW5L86RFB45612' } });
    const second = minimalIntake({ customer, vehicle: { plate: 'SYN1', plate_state: 'TX' } });
    const statuses = [];
    for (const body of [first, second, second]) statuses.push((await submit(harness, body)).body.status);
    expect(statuses).toEqual(['received', 'received', 'duplicate']);
  });
});

describe('a plate whose provider is late', () => {
  it('is filled in afterwards, with the market, once', async () => {
    double.behave('broken');
    const { body } = await withPlate({ plate: 'SYN3', plate_state: 'TX' });
    expect([body.preliminary, body.missing_fields[0]]).toEqual([null, 'vehicle.vin']);
    double.behave('answer');
    await workerRuns();
    const { body: later } = await poll(harness, body);
    expect(later).toMatchObject({ status: 'received', preliminary: { vehicle_label: '2003 Honda Accord EX-V6' } });
    expect(later.missing_fields).not.toContain('vehicle.vin');
    await fillInVin(harness.ctx, body.intake_id, vin);
    const { body: again } = await poll(harness, body);
    expect({ ...again.preliminary, snapshot_id: '' }).toEqual({ ...later.preliminary, snapshot_id: '' });
  });

  it('does not undo what somebody else finds out at the same moment', async () => {
    double.behave('broken');
    const { body } = await withPlate({ plate: 'SYN9', plate_state: 'TX' });
    const others = ['1FTFW5L86RFB45612', vin, 'KM8K2CAB4PU001140'];
    await Promise.all(others.map((other) => fillInVin(harness.ctx, body.intake_id, other)));
    const record = await (await givenTeam(harness)).record(body.intake_id);
    expect(others).toContain(record.found.plate?.vin);
    expect(record.found.decoded?.vin).toBe(record.found.plate?.vin);
  });
});
