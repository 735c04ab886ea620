import { afterAll, beforeAll, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { startRotated } from '#test/fixtures/rotated-keys';
import { givenPassword, postForm } from '../testing.ts';
import { accountTriesMax, codeTriesMax } from './rules.ts';

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

it('gives no second set of code tries to somebody who knows a password', async () => {
  const staffMember = await givenPassword(harness.current);
  const { email, password } = staffMember;
  const enter = (service: Harness, code: string) => postForm(service, '/sign-in', { email, password, code });
  for (let count = 0; count < codeTriesMax; count += 1) {
    expect((await enter(harness.current, '000000')).status).toBe(403);
    // So that the limit of the account is not what is reached.
    harness.current.clock.advance(15 * 60);
  }
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, staffMember.code())).status).toBe(403);
});

it('resets the tries after a success, under whichever key they were counted', async () => {
  const staffMember = await givenPassword(harness.current);
  const { email, password } = staffMember;
  const enter = (service: Harness, code: string) => postForm(service, '/sign-in', { email, password, code });
  for (let count = 0; count < accountTriesMax - 1; count += 1) await enter(harness.current, '000000');
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, staffMember.code())).status).toBe(303);
  const again = [await enter(harness.current, '000000'), await enter(harness.current, '000000')];
  expect(again.map(({ status }) => status)).toEqual([403, 403]);
});
