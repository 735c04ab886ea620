import { afterAll, beforeAll, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { startRotated } from '#test/fixtures/rotated-keys';
import { accountTriesMax, codeTriesMax } from '#platform/sign-in';
import { givenPassword, postForm } from '../testing.ts';

const harness = useHarness();
let rotated: Harness;
beforeAll(async () => {
  rotated = await startRotated(harness.current);
});
afterAll(() => rotated.close());

/** The sign-in form, sent from a different network each time. */
const signInFrom = (count: number) => ({
  path: '/sign-in',
  headers: { 'x-forwarded-for': `198.18.${count}.1` },
});

it('gives nobody who guesses passwords a second set of tries', async () => {
  const { email } = await givenPassword(harness.current);
  const guess = (service: Harness, count: number) =>
    postForm(service, signInFrom(count), { email, password: 'a guess', code: '000000' });
  for (let count = 0; count < accountTriesMax; count += 1)
    expect((await guess(harness.current, count)).status).toBe(403);
  expect([(await guess(rotated, 50)).status, (await guess(harness.current, 51)).status]).toEqual([429, 429]);
});

it('a key rotation gives no second set of code tries after a correct password', async () => {
  const staffMember = await givenPassword(harness.current);
  const { email, password } = staffMember;
  const enter = (service: Harness, code: string, count = 99) =>
    postForm(service, signInFrom(count), { email, password, code });
  for (let count = 0; count < codeTriesMax; count += 1) {
    expect((await enter(harness.current, '000000', count)).status).toBe(403);
    // So that the test does not reach the account's limit first.
    harness.current.clock.advance(15 * 60);
  }
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, staffMember.code())).status).toBe(403);
});

it('a successful try is uncounted, and no other, whichever key they were counted under', async () => {
  const staffMember = await givenPassword(harness.current);
  const { email, password } = staffMember;
  const enter = (service: Harness, code: string, count: number) =>
    postForm(service, signInFrom(count), { email, password, code });
  for (let count = 0; count < accountTriesMax - 1; count += 1) await enter(harness.current, '000000', count);
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  expect((await enter(rotated, staffMember.code(), 60)).status).toBe(303);
  const again = [await enter(rotated, '000000', 61), await enter(rotated, '000000', 62)];
  expect(again.map(({ status }) => status)).toEqual([403, 429]);
});

it('a device stays known, whichever key it was remembered under', async () => {
  const { email, password, code, device } = await givenPassword(harness.current);
  for (let count = 0; count < accountTriesMax; count += 1)
    await postForm(harness.current, signInFrom(count), { email, password: 'a guess', code: '000000' });
  rotated.clock.advance((harness.current.clock.now().getTime() - rotated.clock.now().getTime()) / 1000);
  const to = { path: '/sign-in', headers: { cookie: device } };
  expect((await postForm(rotated, to, { email, password, code: code() })).status).toBe(303);
});
