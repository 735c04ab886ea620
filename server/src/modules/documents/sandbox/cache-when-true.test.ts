import { expect, it } from 'vitest';
import { cacheWhenTrue } from './cache-when-true.ts';

/** Gives these answers in turn and counts the calls. */
function answering(...answers: boolean[]) {
  let asked = 0;
  return { ask: async () => answers[asked++] ?? true, count: () => asked };
}

it('a yes is cached for good', async () => {
  const { ask, count } = answering(true, false);
  const works = cacheWhenTrue(ask, 0);
  expect([await works(), await works(), await works(), count()]).toEqual([true, true, true, 1]);
});

it('a no is cached for a while, then asked for again, once for all callers', async () => {
  const patient = answering(false);
  const later = cacheWhenTrue(patient.ask, 60_000);
  expect([await later(), await later(), patient.count()]).toEqual([false, false, 1]);
  const { ask, count } = answering(false, true);
  const works = cacheWhenTrue(ask, 0);
  expect(await works()).toBe(false);
  expect([...(await Promise.all([works(), works(), works()])), count()]).toEqual([true, true, true, 2]);
});
