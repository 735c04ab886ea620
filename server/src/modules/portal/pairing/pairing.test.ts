import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalRoles } from '#lib/api/portal-roles';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { purgeSignIns } from '../sign-up/sign-up.ts';
import { pairedPermissions, readCode } from './rules.ts';

const harness = useHarness();
let owner: PortalBrowser;

beforeAll(async () => {
  owner = await givenPortalUser(harness.current, { fresh: true });
});

const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const query = (text: string, ...values: unknown[]) => harness.current.ctx.db.pool.query(text, values);
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  harness.current.call('POST', `/api/portal/v1${path}`, { body, headers });

type Asked = { readonly verifier: string; readonly code: string };

async function givenPairing(client = 'mw 0.1.0 on synthetic-laptop', address = '203.0.113.7'): Promise<Asked> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const answer = await post('/pairings', { client, challenge }, { 'x-forwarded-for': address });
  expect(answer.status).toBe(201);
  return { verifier, code: answer.body.code };
}

const poll = ({ verifier }: Pick<Asked, 'verifier'>) => post('/pairings/poll', { verifier });
const view = (user: PortalBrowser, code: string) => post('/pairings/view', { code }, user.headers);
const approve = (user: PortalBrowser, code: string, mode: 'test' | 'live' = 'test') =>
  user.call('POST', '/pairings/approve', { body: { code }, mode });

describe('pairing a command line', () => {
  it('an approved pairing gives a sandbox token once, to the client with the secret', async () => {
    const h = harness.current;
    const asked = await givenPairing();
    expect(asked.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect((await poll(asked)).body).toEqual({ status: 'pending' });
    expect((await view(owner, asked.code.toLowerCase().replace('-', ' '))).body).toMatchObject({
      client: 'mw 0.1.0 on synthetic-laptop',
      address: '203.0.113.7',
      same_address: false,
      days: 30,
    });
    const beside = { ...owner.headers, 'x-forwarded-for': '203.0.113.7' };
    expect((await post('/pairings/view', { code: asked.code }, beside)).body.same_address).toBe(true);
    expect((await approve(owner, asked.code)).body).toEqual({ ok: true });
    const { body, headers } = await poll(asked);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      status: 'approved',
      token: {
        modes: ['test'],
        permissions: [...pairedPermissions],
        user: { id: owner.userId },
        institution: { id: owner.institutionId },
      },
    });
    const { token } = body.token;
    expect(token).toMatch(/^mwp_/);
    expect(codeOf(await poll(asked))).toBe('404 not_found');
    const at = (mode: string) => `/api/portal/v1/${owner.institutionId}/${mode}/institution`;
    expect((await h.call('GET', at('test'), { token })).status).toBe(200);
    expect(codeOf(await h.call('GET', at('live'), { token }))).toBe('403 scope_required');
    // The token does not see its user's other tokens and cannot revoke them.
    const wanted = { label: 'synthetic', permissions: ['institution.read'], modes: ['live'], expires_in_days: 1 };
    const live = (await owner.call('POST', '/tokens', { body: wanted })).body;
    const tokens = `/api/portal/v1/${owner.institutionId}/test/tokens`;
    expect((await h.call('GET', tokens, { token })).body.data.map(({ id }: { id: string }) => id)).toEqual([
      body.token.id,
    ]);
    expect(codeOf(await h.call('POST', `${tokens}/${live.id}/revoke`, { token }))).toBe('404 not_found');
    const stored = await query('select row_to_json(p)::text as row from portal.pairings p');
    const rows = stored.rows.map(({ row }: { row: string }) => row).join('\n');
    for (const secret of [asked.verifier, token.slice(4), readCode(asked.code)!]) {
      expect(rows).not.toContain(secret);
      expect(h.logLines.join('')).not.toContain(secret);
    }
  });

  it('approving a pairing leaves a row in the institution’s trail', async () => {
    const { code } = await givenPairing();
    await approve(owner, code);
    const { body } = await owner.call('GET', '/trail');
    expect(JSON.stringify(body.data[0])).toContain('paired a command line');
  });

  it('a pairing gives its token to one of several simultaneous requests', async () => {
    const asked = await givenPairing();
    await approve(owner, asked.code);
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(asked)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  it.each(portalRoles)('owners, admins and developers can approve a pairing, others cannot: %s', async (role) => {
    const user = await givenPortalUser(harness.current, { role, fresh: true });
    const { code } = await givenPairing();
    const allowed = ['owner', 'admin', 'developer'].includes(role);
    expect(codeOf(await approve(user, code))).toBe(allowed ? '200' : '403 role_required');
  });

  it('approval needs a portal session, one of our pages, a fresh code and the sandbox', async () => {
    const { code } = await givenPairing();
    const stale = await givenPortalUser(harness.current);
    expect(codeOf(await approve(stale, code))).toBe('403 fresh_code_required');
    expect(codeOf(await approve(owner, code, 'live'))).toBe('403 test_mode_only');
    const headers = { origin: 'https://elsewhere.example' };
    expect(codeOf(await owner.call('POST', '/pairings/approve', { body: { code }, headers }))).toBe(
      '403 foreign_request',
    );
    expect(codeOf(await post('/pairings/deny', { code }, { ...owner.headers, ...headers }))).toBe(
      '403 foreign_request',
    );
    expect(codeOf(await post('/pairings/view', { code }))).toBe('401 unauthorized');
    const made = await owner.call('POST', '/tokens', {
      body: { label: 'synthetic', permissions: ['credentials.write'], modes: ['test'], expires_in_days: 1 },
    });
    const { token } = made.body;
    const path = `/api/portal/v1/${owner.institutionId}/test/pairings/approve`;
    expect(codeOf(await harness.current.call('POST', path, { token, body: { code } }))).toBe('403 fresh_code_required');
    expect(codeOf(await harness.current.call('POST', '/api/portal/v1/pairings/view', { token, body: { code } }))).toBe(
      '403 own_session_required',
    );
  });

  it('another institution’s pairing is not found', async () => {
    const { code } = await givenPairing();
    const stranger = await givenPortalUser(harness.current);
    const path = `/api/portal/v1/${stranger.institutionId}/test/pairings/approve`;
    expect(codeOf(await harness.current.call('POST', path, { body: { code }, headers: owner.headers }))).toBe(
      '404 not_found',
    );
  });

  it('a denied pairing ends and cannot be approved afterwards', async () => {
    const asked = await givenPairing();
    expect((await post('/pairings/deny', { code: asked.code }, owner.headers)).status).toBe(200);
    expect(codeOf(await poll(asked))).toBe('403 pairing_denied');
    expect(codeOf(await approve(owner, asked.code))).toBe('404 not_found');
  });

  it('a second approval by another user gets 404', async () => {
    const asked = await givenPairing();
    const other = await givenPortalUser(harness.current, { fresh: true });
    await approve(owner, asked.code);
    expect(codeOf(await approve(other, asked.code))).toBe('404 not_found');
    expect((await poll(asked)).body.token.institution.id).toBe(owner.institutionId);
  });

  it('a pairing accepts one of two simultaneous approvals', async () => {
    const asked = await givenPairing();
    const users = [owner, await givenPortalUser(harness.current, { fresh: true })];
    const answers = await Promise.all(users.map((user) => approve(user, asked.code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const winner = users[answers.findIndex(({ status }) => status === 200)];
    expect((await poll(asked)).body.token.institution.id).toBe(winner?.institutionId);
  });

  it('a pairing expires after ten minutes, approved or not', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const [early, late] = [await givenPairing(), await givenPairing()];
    await approve(user, early.code);
    h.clock.advance(600);
    expect(codeOf(await poll(early))).toBe('404 not_found');
    expect(codeOf(await poll(late))).toBe('404 not_found');
    expect(codeOf(await view(user, late.code))).toBe('404 not_found');
  });

  it.each([
    ['signed out', 'update portal.sessions set ended_at = created_at where user_id = $1'],
    ['was disabled', 'update portal.users set disabled_at = created_at where id = $1'],
    ['lost the role', 'delete from portal.role_assignments where user_id = $1'],
    ['became finance', `update portal.role_assignments set role = 'finance' where user_id = $1`],
  ])('an approval gives no token when the approver %s before the token was fetched', async (_what, change) => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const asked = await givenPairing();
    expect((await approve(user, asked.code)).status).toBe(200);
    await query(change, user.userId);
    expect(codeOf(await poll(asked))).toBe('403 pairing_denied');
    const { rows } = await query('select count(*)::int as n from portal.tokens where user_id = $1', user.userId);
    expect(rows[0].n).toBe(0);
  });

  it('a user who mistypes more than ten codes is refused', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const tries = [];
    for (let count = 0; count < 11; count += 1) tries.push((await view(user, 'BCDF-GHJK')).status);
    expect(tries).toEqual([...Array(10).fill(404), 429]);
    const { code } = await givenPairing();
    expect(codeOf(await approve(user, code))).toBe('429 rate_limited');
  });

  it('an address that starts too many pairings is refused', async () => {
    const begin = () =>
      post(
        '/pairings',
        { client: 'mw', challenge: randomBytes(32).toString('base64url') },
        { 'x-forwarded-for': '198.51.100.9' },
      );
    const answers = await Promise.all(Array.from({ length: 31 }, begin));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('each challenge starts only one pairing', async () => {
    const challenge = randomBytes(32).toString('base64url');
    expect((await post('/pairings', { client: 'mw', challenge })).status).toBe(201);
    expect(codeOf(await post('/pairings', { client: 'mw', challenge }))).toBe('409 challenge_used');
  });

  it.each([
    ['no name', { client: ' ' }],
    ['a long name', { client: 'x'.repeat(101) }],
    ['a short challenge', { challenge: 'abc' }],
    ['something else', { institution_id: 'inst_x' }],
  ])('a pairing cannot start with %s', async (_what, change) => {
    const body = { client: 'mw', challenge: randomBytes(32).toString('base64url'), ...change };
    expect((await post('/pairings', body)).status).toBe(400);
  });

  it('a pairing is deleted a day after it ends, and the next purge finds nothing', async () => {
    const h = harness.current;
    await givenPairing();
    h.clock.advance(600 + 86_400);
    while ((await purgeSignIns(h.ctx, 500)) > 0);
    expect(await purgeSignIns(h.ctx, 500)).toBe(0);
    const { rows } = await query('select count(*)::int as n from portal.pairings');
    expect(rows[0].n).toBe(0);
  });
});

describe('pairing codes', () => {
  it('a code is read with or without separators and in any case, and malformed codes are rejected', () => {
    expect(['bcdf-ghjk', ' BCDF GHJK ', 'BCDFGHJK'].map(readCode)).toEqual(Array(3).fill('BCDFGHJK'));
    expect(['BCDF-GHJ', 'ABCD-EFGH', 'BCDF-GHJ0', ''].map(readCode)).toEqual(Array(4).fill(undefined));
  });
});
