import { expect, it } from 'vitest';
import { untilYes } from './until-yes.ts';

/** Answers in this order, and counts how often it was asked. */
function answering(...answers: boolean[]) {
  let asked = 0;
  return { ask: async () => answers[asked++] ?? true, count: () => asked };
}

it('a yes holds for ever', async () => {
  const { ask, count } = answering(true, false);
  const works = untilYes(ask, 0);
  expect([await works(), await works(), await works(), count()]).toEqual([true, true, true, 1]);
});

it('a no holds for a while, and is then asked again, once for all who want to know', async () => {
  const patient = answering(false);
  const later = untilYes(patient.ask, 60_000);
  expect([await later(), await later(), patient.count()]).toEqual([false, false, 1]);
  const { ask, count } = answering(false, true);
  const works = untilYes(ask, 0);
  expect(await works()).toBe(false);
  expect([...(await Promise.all([works(), works(), works()])), count()]).toEqual([true, true, true, 2]);
});
