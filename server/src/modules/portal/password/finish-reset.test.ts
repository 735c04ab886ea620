import { describe, expect, it } from 'vitest';
import { callPortal, givenSignUp, mailedToken, type SetUpUser } from '#test/fixtures/portal-sign-up';
import { useHarness } from '#test/harness';

const harness = useHarness();
const password = 'some other synthetic words';

/** A user with two passkeys and a portal token, any of which could be an intruder's. */
async function givenWaysIn() {
  const { current } = harness;
  const own = await givenSignUp(current);
  const wanted = { label: 'synthetic', permissions: ['trail.read'], modes: ['test'], expires_in_days: 30 };
  const { body } = await own.call('POST', `/${own.institutionId}/test/tokens`, { body: wanted });
  const insert = `insert into portal.passkeys (id, user_id, credential_id, public_key, counter, transports, label, synced, created_at)
    select $2, id, $3, '\\x00', 0, '{}', 'synthetic', false, now() from portal.users where email = $1`;
  for (const id of [crypto.randomUUID(), crypto.randomUUID()])
    await current.owner.pool.query(insert, [own.email, `pky_${id}`, Buffer.from(id)]);
  const read = () =>
    current.call('GET', `/api/portal/v1/${own.institutionId}/test/trail`, { token: body.token as string });
  expect((await read()).status).toBe(200);
  return { own, read };
}

async function reset(own: SetUpUser, code: string) {
  const { current } = harness;
  await callPortal(current, 'POST /sign-in/reset', { body: { email: own.email } });
  const token = await mailedToken(current, own.email);
  const done = await callPortal(current, 'POST /sign-in/reset/finish', { body: { token, password, code } });
  expect(done.status).toBe(200);
  await current.sendMessages();
  return current.mailbox.to(own.email).at(-1)?.mail;
}

const countPasskeys = async ({ email }: SetUpUser): Promise<number> => {
  const of = `select count(*)::int as count from portal.passkeys p join portal.users u on u.id = p.user_id where u.email = $1`;
  return (await harness.current.owner.pool.query(of, [email])).rows[0].count;
};

describe('password resets', () => {
  it('a password reset ends tokens, passkeys and sessions, and the owner is notified', async () => {
    const { own, read } = await givenWaysIn();
    harness.current.clock.advance(30);
    const mail = await reset(own, own.code());
    expect([(await read()).status, await countPasskeys(own)]).toEqual([401, 0]);
    expect(mail?.subject).toBe('Your password for the Makewhole portal was changed');
    expect(mail?.text).toContain('Your portal tokens were revoked: 1.');
    expect(mail?.text).toContain('Your passkeys were removed: 2.');
  });

  it('a reset with a recovery code keeps passkeys, since one may be the only sign-in left, and the email mentions them', async () => {
    const { own, read } = await givenWaysIn();
    const mail = await reset(own, own.recoveryCodes[0] ?? '');
    expect([(await read()).status, await countPasskeys(own)]).toEqual([401, 2]);
    expect(mail?.text).toContain('Your passkeys still sign you in: 2.');
  });

  it('the reset email does not mention tokens and passkeys that never existed', async () => {
    const own = await givenSignUp(harness.current);
    const mail = await reset(own, own.code());
    expect(mail?.text).not.toMatch(/token|passkey/i);
  });
});
