import { beforeAll, describe, expect, it } from 'vitest';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { cast } from './cast.ts';
import { addListings } from './run-demo.ts';
import { addStory } from './story-acts.ts';

const harness = useHarness({ prelimAnonPerDay: 1000 });
beforeAll(async () => {
  await addListings(harness.current.ctx, 'common models too');
});

type Vehicle = { readonly year: number; readonly make: string; readonly model: string };

const submitted = async (vehicle: Vehicle, zip: string) => {
  const offer = { acv_offer_cents: 500_000 };
  const body = minimalIntake({ vehicle: { ...vehicle, odometer: 62_000 }, loss: { zip }, offer });
  const answer = await submit(harness.current, body);
  expect(answer.status).toBe(201);
  return answer.body.preliminary;
};

describe('the listings of the demo', () => {
  it.each([
    { year: 2019, make: 'Toyota', model: 'Camry', zip: '78701' },
    { year: 2016, make: 'Ford', model: 'F-150', zip: '60601' },
    { year: 2022, make: 'Honda', model: 'CR-V', zip: '10001' },
    { year: 2018, make: 'Hyundai', model: 'Elantra', zip: '94107' },
    // Some hours by car from the nearest of their ZIPs.
    { year: 2020, make: 'Nissan', model: 'Rogue', zip: '37203' },
  ])(
    'the listings give a $year $make $model in $zip good coverage and a gap to an offer that is far too low',
    async ({ zip, ...vehicle }) => {
      const preliminary = await submitted(vehicle, zip);
      expect(preliminary.coverage).toBe('good');
      expect(preliminary.gap_vs_offer_cents).toBeGreaterThan(200_000);
      expect(preliminary.disclaimer).toContain('Made from synthetic listings');
    },
  );

  it('the listings have no other source than synthetic', async () => {
    const { rows } = await harness.current.owner.pool.query('select distinct source from market.listings');
    expect(rows).toEqual([{ source: 'synthetic' }]);
  });
});

it('the steps of a story keep their order, whatever the time of day', async () => {
  const added: [Date, () => Promise<unknown>][] = [];
  const plan = {
    add: (at: Date, run: () => Promise<unknown>) => void added.push([at, run]),
    play: async () => undefined,
    day: () => new Date(),
    minutesAgo: () => new Date(),
  };
  const told: string[] = [];
  const tell = (what: string) => async () => void told.push(what);
  const [submitted, called] = [new Date('2026-11-16T16:55:00Z'), new Date('2026-11-16T16:15:00Z')];
  addStory({ plan }, cast[0]!, [
    [submitted, tell('submitted')],
    [called, tell('called')],
  ]);
  for (const [, run] of added.toSorted(([a], [b]) => a.getTime() - b.getTime())) await run();
  expect(told).toEqual(['submitted', 'called']);
  expect(added.map(([at]) => at)).toEqual([submitted, submitted]);
});
