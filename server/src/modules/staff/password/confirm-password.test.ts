import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { deviceTriesMax, freshS, tryWindowS } from '#platform/sign-in';
import { createStaffToken } from '../tokens/tokens.ts';
import { givenPassword, givenSession, postForm } from '../testing.ts';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
type Headers = Readonly<Record<string, string>>;

const call = (what: string, headers: Headers, body?: unknown) => {
  const [method = '', path = ''] = what.split(' ');
  return harness.current.call(method, `/api/staff/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
};
const confirm = (headers: Headers, password: string) => call('POST /me/fresh', headers, { password });
/** The hold does not exist, which only an authorized caller learns. */
const capture = (headers: Headers) => call('POST /holds/hld_none/capture', headers, {});

type Member = Awaited<ReturnType<typeof givenPassword>>;

async function signIn(member: Member): Promise<Headers> {
  harness.current.clock.advance(30);
  const answer = await postForm(harness.current, '/sign-in', {
    email: member.email,
    password: member.password,
    code: member.code(),
  });
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return { cookie: cookie.join('; '), origin: new URL(harness.current.config.publicBaseUrl).origin };
}

describe('operations that need a recent password: moving money, changing roles, exporting data', () => {
  it('a session must confirm the password ten minutes after the sign-in, and again ten minutes later', async () => {
    const h = harness.current;
    const member = await givenPassword(h);
    const [other, headers] = [await signIn(member), await signIn(member)];
    expect(codeOf(await capture(headers))).toBe('404 not_found');
    const until = new Date(h.clock.now().getTime() + freshS * 1000).toISOString();
    expect((await call('GET /me', headers)).body.session.fresh_until).toBe(until);
    h.clock.advance(freshS);
    const asked = ['POST /holds/hld_none/capture', 'POST /holds/hld_none/refund', 'POST /staff', 'GET /audit.csv'];
    for (const one of asked)
      expect([one, codeOf(await call(one, headers, one.startsWith('POST') ? {} : undefined))]).toEqual([
        one,
        '403 fresh_code_required',
      ]);
    expect((await call('GET /audit', headers)).status).toBe(200);
    expect(codeOf(await confirm(headers, 'not the password'))).toBe('403 password_refused');
    expect(codeOf(await capture(headers))).toBe('403 fresh_code_required');
    const confirmed = await confirm(headers, member.password);
    const later = new Date(h.clock.now().getTime() + freshS * 1000).toISOString();
    expect([confirmed.status, confirmed.body]).toEqual([200, { fresh_until: later }]);
    expect(codeOf(await capture(headers))).toBe('404 not_found');
    expect((await call('GET /audit.csv', headers)).status).toBe(200);
    expect(codeOf(await capture(other))).toBe('403 fresh_code_required');
    h.clock.advance(freshS);
    expect(codeOf(await capture(headers))).toBe('403 fresh_code_required');
    const { rows } = await h.owner.pool.query(
      `select kind from audit.entries where operation = 'access.confirm-password' and staff_id = $1 order by seq`,
      [member.staffId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['refused', 'action']);
    expect(h.logLines.join('')).not.toContain(member.password);
  });

  it('all sessions of a member share a few tries of the password', async () => {
    const h = harness.current;
    const member = await givenPassword(h);
    const [one, two] = [await signIn(member), await signIn(member)];
    for (let count = 0; count < deviceTriesMax; count += 1)
      expect(codeOf(await confirm(count % 2 === 0 ? one : two, 'guessed'))).toBe('403 password_refused');
    expect(codeOf(await confirm(one, member.password))).toBe('429 too_many_tries');
    h.clock.advance(tryWindowS);
    expect((await confirm(one, member.password)).status).toBe(200);
  });

  it("a member without a password, a client that is not signed in, and another site's request cannot confirm", async () => {
    const h = harness.current;
    const { headers } = await givenSession(h);
    expect(codeOf(await confirm(headers, 'anything'))).toBe('403 password_refused');
    expect(codeOf(await confirm({}, 'anything'))).toBe('401 unauthorized');
    expect((await confirm({ ...headers, origin: 'https://elsewhere.example' }, 'anything')).status).toBe(403);
  });

  it('a token never needs to confirm the password, and cannot confirm it', async () => {
    const h = harness.current;
    const member = await givenPassword(h);
    const { token } = await createStaffToken(h.ctx, { email: member.email, label: 'synthetic script' });
    const headers = { authorization: `Bearer ${token}` };
    h.clock.advance(freshS);
    expect(codeOf(await capture(headers))).toBe('404 not_found');
    expect((await call('GET /audit.csv', headers)).status).toBe(200);
    expect(codeOf(await confirm(headers, member.password))).toBe('403 own_session_required');
  });

  it('a session from a process of the previous version, without a confirmation time, must confirm', async () => {
    const { headers, sessionId } = await givenSession(harness.current);
    await harness.current.owner.pool.query('update staff.sessions set fresh_until = null where id = $1', [sessionId]);
    expect(codeOf(await capture(headers))).toBe('403 fresh_code_required');
    expect((await call('GET /me', headers)).body.session.fresh_until).toBeNull();
  });
});
