import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { passwordLanes, signInLanes } from '#platform/sign-in';
import { givenPassword, postForm } from '../testing.ts';

const harness = useHarness();

/** Unknown clients from many networks who take every place in the queue and stay. */
function crowd() {
  const { opened, open } = gate();
  const refuse = () => new Error('there was a place');
  const all = Array.from({ length: signInLanes.unknown.places }, (_, index) =>
    passwordLanes.enter({ lane: 'unknown', client: `network ${index}`, refuse }, () => opened),
  );
  return async () => {
    open();
    await Promise.all(all);
  };
}

describe('a crowd of unknown clients', () => {
  it('a crowd keeps further unknown clients out with 503 and a retry time, uncounted, but no known device', async () => {
    const { email, password, code, device } = await givenPassword(harness.current);
    const tries = async () => (await harness.current.ctx.db.pool.query('select from staff.sign_in_tries')).rowCount;
    const before = await tries();
    const leave = crowd();
    const form = { email, password, code: code() };
    const refused = await postForm(harness.current, '/sign-in', form);
    expect([refused.status, refused.headers.get('retry-after'), await tries()]).toEqual([503, '10', before]);
    expect(refused.text).toContain('Too many people are signing in at this moment.');
    // A made-up device cookie does not help.
    const cookie = `__Host-makewhole-device=${'x'.repeat(43)}`;
    const stranger = await postForm(harness.current, { path: '/sign-in', headers: { cookie } }, form);
    expect([stranger.status, stranger.headers.get('retry-after'), await tries()]).toEqual([503, '10', before]);
    const known = await postForm(harness.current, { path: '/sign-in', headers: { cookie: device } }, form);
    expect(known.status).toBe(303);
    await leave();
    harness.current.clock.advance(30);
    expect((await postForm(harness.current, '/sign-in', { ...form, code: code() })).status).toBe(303);
  });
});
