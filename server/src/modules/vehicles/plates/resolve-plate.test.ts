import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { deleteOld } from '#test/database/delete-old';
import { startPlates, type PlateDouble } from '#test/doubles/plates';
import { startHarness, type Harness } from '#test/harness';
import { until } from '#test/until';
import { warmVinDecoder } from '../vin/decode-vin.ts';
import type { Job } from '#platform/jobs';
import { plateJobs } from '../workers.ts';
import { queuePlateLookup, resolvePlate } from './plates.ts';

const vin = '1HGCM82633A004352';

let double: PlateDouble;
let harness: Harness;
let plates = 0;

beforeAll(async () => {
  double = await startPlates('platetovin');
  harness = await startHarness({ ...double.env, plateLookupsPerDay: 8 });
  await warmVinDecoder(harness.ctx);
});
afterAll(async () => {
  await harness.close();
  await double.close();
});
// Each test has its own daily budget.
beforeEach(() => harness.clock.advance(86_400));
afterEach(() => double.behave('answer'));

/** A plate that no other test uses, with the VIN that the provider knows. */
function givenPlate(knownVin: string | null = vin) {
  plates += 1;
  const plate = `SYN${plates}`;
  if (knownVin !== null) double.know('TX', plate, knownVin);
  return { plate, state: 'TX' };
}

/** Runs the job as a worker would. */
async function runToEnd(job: Job | undefined): Promise<void> {
  while (((await job?.run(1)) ?? 0) > 0);
}

const resolve = (typed: { plate: string; state: string }) => resolvePlate(harness.ctx, typed);
const countOf = ({ plate, state }: { plate: string; state: string }) =>
  double.asked.filter((asked) => asked === `${state}/${plate}`).length;

describe('a plate', () => {
  it("a plate resolves to the provider's VIN, once that VIN was decoded", async () => {
    expect(await resolve(givenPlate())).toEqual({ kind: 'found', vin });
  });

  it("a plate is sent in the provider's format, however it was typed", async () => {
    const { plate } = givenPlate();
    const typed = `${plate.slice(0, 3)}-${plate.slice(3)} `.toLowerCase();
    expect(await resolve({ plate: typed, state: 'tx' })).toEqual({ kind: 'found', vin });
  });

  it('a plate is paid for once in thirty days, found or not', async () => {
    const [known, unknown] = [givenPlate(), givenPlate(null)];
    for (const _ of [1, 2, 3]) {
      expect(await resolve(known)).toEqual({ kind: 'found', vin });
      expect(await resolve(unknown)).toEqual({ kind: 'unknown' });
    }
    expect([countOf(known), countOf(unknown)]).toEqual([1, 1]);
    harness.clock.advance(30 * 86_400);
    await resolve(known);
    expect(countOf(known)).toBe(2);
  });

  it.each([
    ['of no state', { plate: 'ABC123', state: 'ZZ' }],
    ['of a territory that is not served', { plate: 'ABC123', state: 'PR' }],
    ['without a letter or digit', { plate: '—·—', state: 'TX' }],
    ['that is too long', { plate: 'ABCDE12345', state: 'TX' }],
  ])('the plate %s is not looked up', async (_what, typed) => {
    const before = double.asked.length;
    expect(await resolve(typed)).toEqual({ kind: 'unknown' });
    expect(double.asked.length).toBe(before);
  });

  it.each([
    ['too short', '1HGCM82633A'],
    ['with a wrong check digit', '1HGCM82643A004352'],
    ['of no maker', 'SYNTHET1CVN000001'],
    ['that is markup', '<script>alert(1)</script>'],
  ])('a plate whose provider returns a VIN %s stays unknown', async (_what, answered) => {
    expect(await resolve(givenPlate(answered))).toEqual({ kind: 'unknown' });
  });

  it('plates cost nothing more when the daily budget is spent, and continue the day after', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => resolve(givenPlate())));
    expect(answers.filter(({ kind }) => kind === 'found')).toHaveLength(8);
    expect(answers.filter(({ kind }) => kind === 'unknown')).toHaveLength(4);
    harness.clock.advance(86_400);
    expect(await resolve(givenPlate())).toEqual({ kind: 'found', vin });
  });

  it('plates of one keyless address cannot use up the day: it has a tenth of the budget, or one', async () => {
    const from = (address: string) => ({ ...harness.ctx, actor: { kind: 'anonymous', address } as const });
    const [first, second] = [from('198.51.100.31'), from('198.51.100.32')];
    const plates = [givenPlate(), givenPlate(), givenPlate()] as const;
    expect(await resolvePlate(first, plates[0])).toEqual({ kind: 'found', vin });
    expect([await resolvePlate(first, plates[1]), countOf(plates[1])]).toEqual([{ kind: 'unknown' }, 0]);
    // Known plates cost nothing, and other addresses have their own shares.
    expect(await resolvePlate(first, plates[0])).toEqual({ kind: 'found', vin });
    expect(await resolvePlate(second, plates[1])).toEqual({ kind: 'found', vin });
    expect(await resolve(plates[2])).toEqual({ kind: 'found', vin });
  });

  it('a plate is in no log line, and in the database only as a fingerprint', async () => {
    const typed = givenPlate();
    await resolve(typed);
    double.behave('broken');
    await resolve(givenPlate());
    const rows = await harness.ctx.db.many({ text: 'select * from vehicles.plate_answers', values: [] });
    for (const place of [harness.logLines.join(''), JSON.stringify(rows)]) expect(place).not.toContain(typed.plate);
    expect(harness.logLines.join('')).toContain('vehicles.plate-not-looked-up');
  });

  it('a plate is deleted when its answer is too old', async () => {
    await resolve(givenPlate());
    harness.clock.advance(30 * 86_400);
    expect(await deleteOld(harness.ctx, 'vehicles.plate_answers')).toBeGreaterThan(0);
    expect(await deleteOld(harness.ctx, 'vehicles.plate_answers')).toBe(0);
  });
});

describe('a plate while no VIN can be decoded', () => {
  it('a plate is looked up later, unpaid, while no VIN can be decoded, since no answer could be checked yet', async () => {
    const without = await startHarness({ ...double.env, VEHICLE_DATA_DIR: '/etc/hostname/nowhere' });
    try {
      const typed = givenPlate();
      expect(await resolvePlate(without.ctx, typed)).toEqual({ kind: 'pending' });
      expect(countOf(typed)).toBe(0);
    } finally {
      await without.close();
    }
  });
});

describe('a slow provider', () => {
  it('a slow provider is awaited for a second and a half, and its late answer is stored without being paid for again', async () => {
    const typed = givenPlate();
    double.behave('hold');
    const startedAt = performance.now();
    expect(await resolve(typed)).toEqual({ kind: 'pending' });
    const waitedMs = performance.now() - startedAt;
    // The provider would have been awaited until it responded.
    expect(waitedMs).toBeGreaterThan(1400);
    double.goOn();
    double.behave('answer');
    const hash = harness.ctx.vault.fingerprint(`plate/TX/${typed.plate}`);
    const text = 'select vin from vehicles.plate_answers where plate_hash = $1';
    await until('the late answer is kept', () => harness.ctx.db.find({ text, values: [hash] }));
    expect(await resolve(typed)).toEqual({ kind: 'found', vin });
    expect(countOf(typed)).toBe(1);
  });

  it('a slow provider is queried again later, four times at most', async () => {
    const typed = givenPlate();
    const told: string[][] = [];
    const [job] = plateJobs(harness.ctx, async (_ctx, subjectId, found) => void told.push([subjectId, found]));
    double.behave('broken');
    expect(await resolve(typed)).toEqual({ kind: 'pending' });
    await transact(harness.ctx, async (tx) => queuePlateLookup(tx, 'int_given-up', typed));
    const asked: number[] = [];
    for (const seconds of [24, 1, 120, 600, 3600, 86_400]) {
      harness.clock.advance(seconds);
      await runToEnd(job);
      asked.push(countOf(typed));
    }
    expect(asked).toEqual([1, 2, 3, 4, 5, 5]);
    expect(await harness.ctx.db.many({ text: 'select 1 from vehicles.plate_lookups', values: [] })).toEqual([]);
    expect(told).toEqual([]);
  });

  it("a slow provider's answer has the VIN filled in by the bound handler", async () => {
    const typed = givenPlate();
    const told: string[][] = [];
    const [job] = plateJobs(harness.ctx, async (_ctx, subjectId, found) => void told.push([subjectId, found]));
    double.behave('broken');
    await transact(harness.ctx, async (tx) => queuePlateLookup(tx, 'int_answered', typed));
    harness.clock.advance(25);
    await runToEnd(job);
    double.behave('answer');
    harness.clock.advance(120);
    await runToEnd(job);
    await runToEnd(job);
    expect(told).toEqual([['int_answered', vin]]);
  });

  it('a failing handler keeps the lookup', async () => {
    const typed = givenPlate();
    const [failing] = plateJobs(harness.ctx, async () => {
      throw new Error('the database went away');
    });
    await transact(harness.ctx, async (tx) => queuePlateLookup(tx, 'int_kept', typed));
    harness.clock.advance(25);
    await expect(runToEnd(failing)).rejects.toThrow('went away');
    const rows = await harness.ctx.db.many({ text: 'select state from vehicles.plate_lookups', values: [] });
    expect(rows).toEqual([{ state: 'claimed' }]);
  });

  it('a lookup is not retried forever when the handler never succeeds', async () => {
    const { db } = harness.ctx;
    const [job] = plateJobs(harness.ctx, async () => undefined);
    await transact(harness.ctx, async (tx) => queuePlateLookup(tx, 'int_hopeless', givenPlate()));
    const left = async (attempt: number) => {
      const text = `update vehicles.plate_lookups set state = 'claimed', attempt = $1, claimed_by = 'gone',
        lease_until = now() - interval '1 second' where subject_id = 'int_hopeless'`;
      await db.many({ text, values: [attempt] });
      await job?.run(1);
      return db.many({
        text: `select state from vehicles.plate_lookups where subject_id = 'int_hopeless'`,
        values: [],
      });
    };
    expect([await left(19), await left(20)]).toEqual([[{ state: 'waiting' }], []]);
  });
});
