import { afterAll, beforeAll, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { startRotated } from '#test/rotated';
import { accountTriesMax, codeTriesMax } from './rules.ts';
import { givenPassword, postForm } from './testing.ts';

const harness = useHarness();
let rotated: Harness;
beforeAll(async () => {
  rotated = await startRotated(harness.current);
});
afterAll(() => rotated.close());

it('gives nobody who guesses passwords a second set of tries', async () => {
  const { email } = await givenPassword(harness.current);
  const guess = (service: Harness) => postForm(service, '/sign-in', { email, password: 'a guess', code: '000000' });
  for (let count = 0; count < accountTriesMax; count += 1) expect((await guess(harness.current)).status).toBe(403);
  expect([(await guess(rotated)).status, (await guess(harness.current)).status]).toEqual([429, 429]);
});

it('gives nobody who knows a password a second set of codes', async () => {
  const person = await givenPassword(harness.current);
  const { email, password } = person;
  const enter = (service: Harness, code: string) => postForm(service, '/sign-in', { email, password, code });
  for (let count = 0; count < codeTriesMax; count += 1) {
    expect((await enter(harness.current, '000000')).status).toBe(403);
    // So that it is not the tries at the account that run out.
    harness.current.clock.advance(15 * 60);
  }
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, person.code())).status).toBe(403);
});

it('forgets the tries of who gets in, under whichever key they were counted', async () => {
  const person = await givenPassword(harness.current);
  const { email, password } = person;
  const enter = (service: Harness, code: string) => postForm(service, '/sign-in', { email, password, code });
  for (let count = 0; count < accountTriesMax - 1; count += 1) await enter(harness.current, '000000');
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, person.code())).status).toBe(303);
  const again = [await enter(harness.current, '000000'), await enter(harness.current, '000000')];
  expect(again.map(({ status }) => status)).toEqual([403, 403]);
});
