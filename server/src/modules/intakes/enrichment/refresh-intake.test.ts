import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import type { certainFacts } from '#modules/consultations';
import { givenIntake, givenTeam } from '../testing.ts';
import { refreshIntake, type Refresh } from './enrichment.ts';

type ReportedFacts = ReturnType<typeof certainFacts>;

const harness = useHarness();

it('concurrent findings about one intake are all stored', async () => {
  const { ctx } = harness.current;
  const { intake_id: id } = await givenIntake(harness.current);
  const facts: ReportedFacts = {
    year: 2019,
    make: 'Honda',
    model: 'Accord',
    trim: 'EX',
    odometer: 48_200,
    insurer: 'Example Mutual',
    claim_number: 'EX-1',
    offer_cents: 612_500,
  };
  const learn = (fact: ReportedFacts) =>
    refreshIntake(ctx, id, { learn: (known) => ({ ...known, report: { ...known.report, ...fact } }) });
  await Promise.all(Object.entries(facts).map(([name, fact]) => learn({ [name]: fact })));
  expect((await (await givenTeam(harness.current)).record(id)).found.report).toEqual(facts);
});

it('a request that is overtaken at its last try discards no findings of the others', async () => {
  const { ctx } = harness.current;
  const { intake_id: id } = await givenIntake(harness.current);
  const learn = (fact: ReportedFacts) => ({
    learn: (known: Parameters<Refresh['learn']>[0]) => ({ ...known, report: { ...known.report, ...fact } }),
  });
  let overtaken = 0;
  // Before each of its transactions another request stores findings.
  const inTransaction: typeof ctx.db.inTransaction = async (work) => {
    overtaken += 1;
    await refreshIntake(ctx, id, learn({ odometer: 1000 + overtaken }));
    return ctx.db.inTransaction(work);
  };
  await refreshIntake({ ...ctx, db: { ...ctx.db, inTransaction } }, id, learn({ insurer: 'Example Mutual' }));
  expect(overtaken).toBe(5);
  const { found } = await (await givenTeam(harness.current)).record(id);
  expect(found.report).toEqual({ odometer: 1005, insurer: 'Example Mutual' });
});
