import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '#platform/db';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { givenInstitution } from '#testing/partners';
import type { Tenant } from '#modules/partners';
import { countMilestones, sumSettled } from './figure-store.ts';
import { listReferralRows } from './list-store.ts';
import { listReviewStatuses } from './review/store.ts';
import { findTenant, listOpenByVin } from './store.ts';
import { fillReferrals, planOf, statementsOf } from './testing.ts';

const harness = useHarness();

// Enough that reading the table costs more than reading an index; the nightly run has a large bank's history.
const count = runs({ always: 20_000, nightly: 1_000_000 });
const limit = 26;

let tenant: Tenant;
beforeAll(async () => {
  tenant = { institutionId: (await givenInstitution(harness.current)).id, livemode: false };
  await fillReferrals(harness.current, tenant.institutionId, count);
}, 900_000);

const idAt = (number: number): string => `ref_${String(number).padStart(24, '0')}`;

async function onlyStatement(work: Parameters<typeof statementsOf>[0]): Promise<Query<unknown>> {
  const [query] = await statementsOf(work);
  if (query === undefined) throw new Error('nothing was asked');
  return query;
}

type ReferralFilter = Parameters<typeof listReferralRows>[2];

const list = (filter: Partial<ReferralFilter>): Promise<Query<unknown>> =>
  onlyStatement((db) =>
    listReferralRows(db, tenant, {
      status: undefined,
      now: harness.current.clock.now(),
      externalRef: undefined,
      vin: undefined,
      fromId: undefined,
      belowId: undefined,
      limit,
      ...filter,
    }),
  );

/** The best of several runs, because the machine has other work too. */
async function bestMs(query: Query<unknown>, attempts = 5): Promise<number> {
  const times = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const plan = await planOf(harness.current, query, true);
    const ms = (kind: string) => Number(new RegExp(`${kind} Time: ([\\d.]+) ms`).exec(plan)?.[1]);
    times.push(ms('Planning') + ms('Execution'));
  }
  return Math.min(...times);
}

describe('a page of the list', () => {
  it.each<[string, Partial<ReferralFilter>, string]>([
    ['first', {}, 'referrals_pkey'],
    ['in the middle', { belowId: idAt(count / 2) }, 'referrals_pkey'],
    ['last', { belowId: idAt(10) }, 'referrals_pkey'],
    ['of a time', { fromId: idAt(count / 4), belowId: idAt(count / 2) }, 'referrals_pkey'],
    ['of a status', { status: 'settled' }, 'referrals_(status|pkey)'],
    ['of a status, in the middle', { status: 'settled', belowId: idAt(count / 2) }, 'referrals_(status|pkey)'],
    ['of the invited', { status: 'invited' }, 'referrals_(status|pkey)'],
    ['of a reference', { externalRef: 'ref-7' }, 'referrals_external_ref'],
    ['of a vehicle', { vin: '1SYNTH00000000077' }, 'referrals_(vin|open_vin)'],
  ])('a page (%s) is read from an index, in index order, within 20 ms', async (name, filter, index) => {
    const query = await list(filter);
    const plan = await planOf(harness.current, query);
    expect(plan).toMatch(new RegExp(`Index Scan( Backward)? using ${index} `));
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    if (name !== 'of a vehicle') expect(plan).not.toContain('Sort');
    expect(await bestMs(query)).toBeLessThan(20);
  });
});

describe('a lookup', () => {
  it('a lookup by the id alone, as staff do, reads an index that serves no list', async () => {
    const plan = await planOf(harness.current, await onlyStatement((db) => findTenant(db, idAt(77))));
    expect(plan).toMatch(/Index Scan using referrals_id /);
  });

  it.each([
    ['vin', '1SYNTH00000000077', 'referrals_vin'],
    ['claim_number', 'CLM-77', 'referrals_claim_number'],
    ['reference', 'ref-7', 'referrals_external_ref'],
    ['reference', idAt(77), 'referrals_(pkey|id)'],
  ] as const)('a lookup of reviews by %s %s reads no more than it finds', async (name, value, index) => {
    const query = await onlyStatement((db) => listReviewStatuses(db, tenant, { name, value }));
    const plan = await planOf(harness.current, query, true);
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toContain('Seq Scan on referrals');
    const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce(
      (sum, [, rows]) => sum + Number(rows),
      0,
    );
    expect(removed).toBeLessThan(200);
    expect(await bestMs(query)).toBeLessThan(20);
  });

  it('a lookup of vehicles that have an open referral reads their index', async () => {
    const vins = Array.from({ length: 500 }, (_, index) => `1SYNTH${String(index + 1).padStart(11, '0')}`);
    const plan = await planOf(harness.current, await onlyStatement((db) => listOpenByVin(db, tenant, vins)));
    expect(plan).toMatch(/referrals_open_vin/);
  });
});

describe('analytics', () => {
  it('analytics count with indexes alone, however many referrals there are', async () => {
    const days = [...Array(25).keys()].map((month) => new Date(Date.UTC(2024, 11 + month, 1)));
    const months = days.slice(1).map((to, index) => ({ name: `${index}`, from: days[index]!, to }));
    const [milestones, settled] = [
      await onlyStatement((db) => countMilestones(db, tenant, months)),
      await onlyStatement((db) => sumSettled(db, tenant, months)),
    ];
    const plans = [await planOf(harness.current, milestones), await planOf(harness.current, settled)].join('\n');
    for (const index of ['created', 'activated', 'closed', 'settled'])
      expect(plans).toMatch(new RegExp(`Index Only Scan using referrals_${index} `));
    expect(plans).not.toMatch(/Seq Scan|Bitmap/);
    expect((await bestMs(milestones, 3)) + (await bestMs(settled, 3))).toBeLessThan(5000);
  });
});
