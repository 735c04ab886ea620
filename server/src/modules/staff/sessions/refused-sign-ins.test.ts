import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { accountTriesMax, refusalWindowS, tryWindowS } from '#platform/sign-in';
import { givenPassword, givenSession, postForm } from '../testing.ts';
import { purgeSessions } from './sessions.ts';
import { failureDays } from './sessions.ts';

const harness = useHarness();

type Typed = { readonly email: string; readonly password: string; readonly code: string };

const signIn = ({ email, password, code }: Typed, from: string) =>
  postForm(harness.current, { path: '/sign-in', headers: { 'x-forwarded-for': from } }, { email, password, code });

/** Wrong passwords for an account, one from each network. */
async function guess(email: string, networks: number): Promise<void> {
  for (let tried = 0; tried < networks; tried += 1) {
    if (tried > 0 && tried % accountTriesMax === 0) harness.current.clock.advance(tryWindowS);
    const wrong = { email, password: 'not the password', code: '000000' };
    expect((await signIn(wrong, `198.18.${tried % 256}.${tried}`)).status).toBe(403);
  }
}

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await harness.current.ctx.db.pool.query<{ n: number }>(`select count(*)::int as n ${text}`, values)).rows[0]?.n ??
  -1;

const refusals = (staffId: string | null) =>
  count(`from audit.entries where kind = 'refused' and subject_id is not distinct from $1`, staffId);

describe('refused sign-ins', () => {
  it('are counted, and leave one row an hour in the audit trail', async () => {
    const { clock } = harness.current;
    const { email, staffId } = await givenPassword(harness.current);
    await guess(email, accountTriesMax);
    expect([await refusals(staffId), await count('from staff.sign_in_failures where staff_id = $1', staffId)]).toEqual([
      1,
      accountTriesMax,
    ]);
    clock.advance(refusalWindowS);
    await guess(email, 3);
    expect(await refusals(staffId)).toBe(2);
  });

  it('of addresses that nobody has are one row an hour, however many they are', async () => {
    const before = await refusals(null);
    for (let tried = 0; tried < 20; tried += 1) await guess(`nobody-${tried}@example.com`, 2);
    expect([await refusals(null), await count(`from staff.sign_in_failures where staff_id = ''`)]).toEqual([
      before + 1,
      1,
    ]);
  });

  it('are told to administrators, and to their owner when they sign in, once', async () => {
    const { call, clock } = harness.current;
    const member = await givenPassword(harness.current, 'caller');
    const administrator = await givenSession(harness.current);
    const listed = async () => {
      const { body } = await call('GET', '/api/staff/v1/staff', { headers: administrator.headers });
      const own = body.data.find(({ id }: { id: string }) => id === member.staffId);
      return [own.failed_tries, own.failed_networks];
    };
    const enter = async () => {
      clock.advance(30);
      const answer = await signIn({ ...member, code: member.code() }, '203.0.113.9');
      const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const { session } = (await call('GET', '/api/staff/v1/me', { headers: { cookie } })).body;
      return [session.previous_sign_in_at, session.failed_tries, session.failed_networks];
    };
    expect(await enter()).toEqual([null, 0, 0]);
    const before = clock.now().toISOString();
    await guess(member.email, 3);
    await guess(member.email, 2);
    expect(await listed()).toEqual([5, 3]);
    clock.advance(tryWindowS);
    expect(await enter()).toEqual([before, 5, 3]);
    expect(await listed()).toEqual([0, 0]);
    const again = clock.now().toISOString();
    expect(await enter()).toEqual([again, 0, 0]);
  });

  it('refused sign-ins are deleted after a month', async () => {
    const { clock, ctx } = harness.current;
    const { email, staffId } = await givenPassword(harness.current);
    await guess(email, 3);
    const left = () => count('from staff.sign_in_failures where staff_id = $1', staffId);
    clock.advance(failureDays * 86_400 - 3600);
    await purgeSessions(ctx, 500);
    expect(await left()).toBe(3);
    clock.advance(7200);
    while ((await purgeSessions(ctx, 500)) > 0);
    expect(await left()).toBe(0);
  });
});
