import { beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '#modules/partners';
import type { Query } from '#platform/db';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { givenInstitution } from '#testing/partners';
import { listReferralRows } from '../list-store.ts';
import { fillReferrals, planOf, statementsOf } from '../testing.ts';
import { toSearchKeys } from './rules.ts';
import { listCandidates } from './portal-referrals.ts';

const harness = useHarness();

const count = runs({ always: 20_000, nightly: 1_000_000 });

let tenant: Tenant;
beforeAll(async () => {
  tenant = { institutionId: (await givenInstitution(harness.current)).id, livemode: false };
  await fillReferrals(harness.current, tenant.institutionId, count);
}, 900_000);

/** As the api role, for which other institutions' rows do not exist: that must not prevent index use. */
const asApi = () => {
  const { ctx, apiDb } = harness.current;
  const db = apiDb.seeing({ account: tenant.institutionId });
  return { ...harness.current, ctx: { ...ctx, db } };
};

async function onlyStatement(work: Parameters<typeof statementsOf>[0]): Promise<Query<unknown>> {
  const [query] = await statementsOf(work);
  if (query === undefined) throw new Error('nothing was asked');
  return query;
}

const removedBy = (plan: string): number =>
  [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].reduce(
    (sum, [, rows]) => sum + Number(rows),
    0,
  );

const [always, byTail] = [['referrals_external_ref', 'referrals_claim_number'], 'referrals_vin_tail'];

describe('a search', () => {
  it.each([
    ['1SYNTH00000000077', 'referrals_vin'],
    ['000077', byTail],
    ['00000000077', byTail],
    ['ref_000000000000000000000077', 'referrals_pkey'],
    ['CLM-77', 'referrals_claim_number'],
    ['ref-7', 'referrals_external_ref'],
  ])("a search for %s reads only the institution's indexes, and no more rows than it finds", async (text, index) => {
    const keys = toSearchKeys(text, { masked: false });
    const query = await onlyStatement((db) => listCandidates(db, tenant, keys));
    const plan = await planOf(asApi(), query, true);
    for (const used of [...always, index]) expect(plan).toMatch(new RegExp(`Index.* ${used} .*actual`));
    expect(plan).not.toMatch(/Seq Scan on \S+( \S+)? \(actual/);
    const conditions = [...plan.matchAll(/Index Cond: .*/g)].map(String);
    for (const condition of conditions) expect(condition).toContain('institution_id');
    if (index === byTail) expect(conditions.join()).toContain('vin_tail');
    expect(removedBy(plan)).toBeLessThan(200);
  });

  it('a search reads its page by the ids it found', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `ref_${String(index * 7 + 1).padStart(24, '0')}`);
    const wanted = { status: undefined, now: harness.current.clock.now(), externalRef: undefined, vin: undefined };
    const range = { fromId: undefined, belowId: undefined, limit: 26 };
    const query = await onlyStatement((db) => listReferralRows(db, tenant, { ...wanted, ...range, ids }));
    const plan = await planOf(asApi(), query, true);
    expect(plan).toMatch(/Index Cond: .*id = ANY/);
    expect(removedBy(plan)).toBeLessThan(200);
  });
});
