import { expect, it } from 'vitest';
import { cast } from './cast.ts';
import { addStory } from './story-acts.ts';

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
