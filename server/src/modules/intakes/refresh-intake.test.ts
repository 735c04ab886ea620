import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import type { ReportedFacts } from './facts.ts';
import { refreshIntake } from './refresh-intake.ts';
import { givenIntake, givenTeam } from './testing.ts';

const harness = useHarness();

it('what many find out about one intake at the same moment is all kept', async () => {
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
