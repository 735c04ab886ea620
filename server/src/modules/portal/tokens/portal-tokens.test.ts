import { beforeAll, describe, expect, it } from 'vitest';
import { cellOf } from '#lib/tokens/tagged-token';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { useHarness, type Answer } from '#test/harness';
import { purgePortalSessions } from '../sessions/sessions.ts';
import { givenPortalUser, type PortalBrowser } from '../testing.ts';
import { tokensMax } from './rules.ts';

const harness = useHarness();
let owner: PortalBrowser;

beforeAll(async () => {
  owner = await givenPortalUser(harness.current, { fresh: true });
});

const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const wanted = { label: 'synthetic script', permissions: ['trail.read'], modes: ['test'], expires_in_days: 30 };

async function givenToken(user: PortalBrowser, change: object = {}): Promise<{ id: string; token: string }> {
  const { status, body } = await user.call('POST', '/tokens', { body: { ...wanted, ...change } });
  expect(status).toBe(201);
  return body;
}

type Called = {
  readonly mode?: 'test' | 'live';
  readonly method?: string;
  readonly body?: unknown;
  readonly user?: PortalBrowser;
};

const callWith = (token: string, path: string, { mode = 'test', method = 'GET', body, user = owner }: Called = {}) =>
  harness.current.call(method, `/api/portal/v1/${user.institutionId}/${mode}${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });

const query = (text: string, ...values: unknown[]) => harness.current.ctx.db.pool.query(text, values);

describe('portal tokens', () => {
  it('a token is shown once, stored as a fingerprint, and tagged with its cell', async () => {
    const { id, token } = await givenToken(owner);
    expect(token).toMatch(/^mwp_[0-9A-Za-z]{43}$/);
    expect(cellOf(token)).toBe(harness.current.config.cell);
    const { text, body } = await owner.call('GET', '/tokens');
    expect(text).not.toContain(token);
    expect(body.data.find((one: { id: string }) => one.id === id)).toMatchObject({
      label: 'synthetic script',
      permissions: ['trail.read'],
      modes: ['test'],
      status: 'active',
      last_used_at: null,
      user: { id: owner.userId, name: 'Synthetic User' },
    });
    const { rows } = await query('select row_to_json(t)::text as row from portal.tokens t where id = $1', id);
    expect(rows[0].row).not.toContain(token.slice(4));
    expect(harness.current.logLines.join('')).not.toContain(token);
  });

  it('a token allows only its permissions, at its institution and in its modes', async () => {
    const { id, token } = await givenToken(owner);
    expect((await callWith(token, '/trail')).status).toBe(200);
    expect(codeOf(await callWith(token, '/trail', { mode: 'live' }))).toBe('403 scope_required');
    expect(codeOf(await callWith(token, '/institution'))).toBe('403 scope_required');
    expect(codeOf(await callWith(token, '/tokens'))).toBe('403 scope_required');
    const listed = (await owner.call('GET', '/tokens')).body.data.find((one: { id: string }) => one.id === id);
    expect(listed.last_used_at).toBe(harness.current.clock.now().toISOString());
  });

  it('a token at another institution of the same user gets the response for an unknown institution', async () => {
    const h = harness.current;
    const elsewhere = await givenPortalUser(h, { userId: owner.userId });
    const { token } = await givenToken(owner);
    const [foreign, unknown] = await Promise.all([
      callWith(token, '/trail', { user: elsewhere }),
      h.call('GET', '/api/portal/v1/inst_none/test/trail', { token }),
    ]);
    const plain = ({ body }: Answer) => ({ ...body, request_id: '', instance: '' });
    expect(codeOf(foreign)).toBe('404 not_found');
    expect(plain(foreign)).toEqual(plain(unknown));
  });

  it('a token reads its own permissions, and is not a session of the user', async () => {
    const h = harness.current;
    const { token } = await givenToken(owner, { permissions: ['institution.read', 'trail.read'] });
    expect((await callWith(token, '/institution')).body.permissions.toSorted()).toEqual([
      'institution.read',
      'trail.read',
    ]);
    const me = await h.call('GET', '/api/portal/v1/me', { token });
    expect(me.body.institutions.map(({ id }: { id: string }) => id)).toEqual([owner.institutionId]);
    expect(codeOf(await h.call('DELETE', '/api/portal/v1/session', { token }))).toBe('403 own_session_required');
  });

  it('a token cannot create tokens, which needs a fresh code, but can make changes without one of our pages', async () => {
    const { id, token } = await givenToken(owner, { permissions: ['tokens.write'] });
    expect(codeOf(await callWith(token, '/tokens', { method: 'POST', body: wanted }))).toBe('403 fresh_code_required');
    expect((await callWith(token, `/tokens/${id}/revoke`, { method: 'POST' })).status).toBe(200);
    expect(codeOf(await callWith(token, '/tokens'))).toBe('401 unauthorized');
  });

  it('a token never has more permissions than the role, at creation and at each call', async () => {
    const h = harness.current;
    const finance = await givenPortalUser(h, { role: 'finance', fresh: true });
    const refused = await finance.call('POST', '/tokens', { body: wanted });
    expect([refused.status, refused.text.includes('your role does not have: trail.read')]).toEqual([400, true]);
    const developer = await givenPortalUser(h, { role: 'developer', fresh: true });
    const { token } = await givenToken(developer);
    expect((await callWith(token, '/trail', { user: developer })).status).toBe(200);
    await query(`update portal.role_assignments set role = 'finance' where user_id = $1`, developer.userId);
    expect(codeOf(await callWith(token, '/trail', { user: developer }))).toBe('403 role_required');
  });

  it('a token ends when it is revoked, when it expires, and with the user or their role', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'developer', fresh: true });
    const [revoked, gone] = [await givenToken(user), await givenToken(user)];
    expect((await user.call('POST', `/tokens/${revoked.id}/revoke`)).status).toBe(200);
    expect((await user.call('POST', `/tokens/${revoked.id}/revoke`)).status).toBe(200);
    expect(codeOf(await callWith(revoked.token, '/trail', { user: user }))).toBe('401 unauthorized');
    await query('update portal.users set disabled_at = $2 where id = $1', user.userId, h.clock.now());
    expect(codeOf(await callWith(gone.token, '/trail', { user: user }))).toBe('401 unauthorized');
    await query('update portal.users set disabled_at = null where id = $1', user.userId);
    await query('delete from portal.role_assignments where user_id = $1', user.userId);
    const again = await givenPortalUser(h, { userId: user.userId, institutionId: user.institutionId });
    expect(codeOf(await callWith(gone.token, '/trail', { user: user }))).toBe('401 unauthorized');
    expect((await again.call('GET', '/tokens')).body.data).toEqual([]);
  });

  it('a request commits nothing if its token is revoked while it runs', async () => {
    const { id, token } = await givenToken(owner, { permissions: ['tokens.write', 'members.write'] });
    const other = await givenToken(owner);
    const { ctx } = harness.current;
    // Another user's revocation commits first, after the request has read its credential.
    const request = await transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
      await tx.db.many({ text: 'select id from portal.tokens where id = $1 for update', values: [other.id] });
      const answer = callWith(token, `/tokens/${other.id}/revoke`, { method: 'POST' });
      await untilWaiting();
      await tx.db.many({ text: 'update portal.tokens set revoked_at = created_at where id = $1', values: [id] });
      return { answer };
    });
    expect(codeOf(await request.answer)).toBe('401 unauthorized');
    const { rows } = await query('select revoked_at from portal.tokens where id = $1', other.id);
    expect(rows[0].revoked_at).toBeNull();
  });

  it.each([
    ['no permission', { permissions: [] }],
    ['an unknown permission', { permissions: ['everything'] }],
    ['no mode', { modes: [] }],
    ['91 days', { expires_in_days: 91 }],
    ['no end', { expires_in_days: undefined }],
    ['an empty label', { label: ' ' }],
    ['a long label', { label: 'x'.repeat(101) }],
    ['something else', { role: 'owner' }],
  ])('a token is not created with %s', async (_what, change) => {
    expect((await owner.call('POST', '/tokens', { body: { ...wanted, ...change } })).status).toBe(400);
  });

  it('creating a token needs a fresh code and, in a browser, one of our pages', async () => {
    const stale = await givenPortalUser(harness.current);
    expect(codeOf(await stale.call('POST', '/tokens', { body: wanted }))).toBe('403 fresh_code_required');
    const headers = { origin: 'https://elsewhere.example' };
    expect(codeOf(await owner.call('POST', '/tokens', { body: wanted, headers }))).toBe('403 foreign_request');
  });

  it.each(['mwp_', 'mwp_x', 'svc_staff_x', `mwp_${'0'.repeat(43)}`])('the token %s is refused', async (token) => {
    expect(codeOf(await callWith(token, '/trail'))).toBe('401 unauthorized');
  });

  it('a token can be listed and revoked by its user and by members who manage members; others get 404', async () => {
    const h = harness.current;
    const { institutionId } = owner;
    const developer = await givenPortalUser(h, { role: 'developer', institutionId, fresh: true });
    const colleague = await givenPortalUser(h, { role: 'developer', institutionId });
    const stranger = await givenPortalUser(h);
    const { id } = await givenToken(developer);
    const ids = async (user: PortalBrowser) =>
      (await user.call('GET', '/tokens')).body.data.map((one: { id: string }) => one.id);
    expect([await ids(developer), await ids(colleague), (await ids(owner)).includes(id)]).toEqual([[id], [], true]);
    const answers = await Promise.all([
      colleague.call('POST', `/tokens/${id}/revoke`),
      stranger.call('POST', `/tokens/${id}/revoke`),
      stranger.call('POST', '/tokens/ptk_none/revoke'),
    ]);
    expect(answers.map(codeOf)).toEqual(Array(3).fill('404 not_found'));
    const plain = ({ body }: Answer) => ({ ...body, request_id: '', instance: '' });
    expect(plain(answers[0]!)).toEqual(plain(answers[2]!));
    expect((await owner.call('POST', `/tokens/${id}/revoke`)).status).toBe(200);
  });

  it('a token without the permission to manage members cannot list or revoke other users’ tokens', async () => {
    const { institutionId } = owner;
    const developer = await givenPortalUser(harness.current, { role: 'developer', institutionId, fresh: true });
    const { id } = await givenToken(developer);
    const { token } = await givenToken(owner, { permissions: ['tokens.write'] });
    const { body } = await callWith(token, '/tokens');
    expect(body.data.every((one: { user: { id: string } }) => one.user.id === owner.userId)).toBe(true);
    expect(codeOf(await callWith(token, `/tokens/${id}/revoke`, { method: 'POST' }))).toBe('404 not_found');
  });

  it('a user has at most fifty tokens, even with simultaneous requests', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const asked = Array.from({ length: tokensMax + 10 }, () => user.call('POST', '/tokens', { body: wanted }));
    const codes = (await Promise.all(asked)).map(codeOf).toSorted();
    expect(codes).toEqual([...Array(tokensMax).fill('201'), ...Array(10).fill('409 too_many_tokens')]);
  });

  it('a token expires, is deleted ninety days later, and the next purge finds nothing', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { token } = await givenToken(user, { expires_in_days: 1 });
    h.clock.advance(86_400);
    expect(codeOf(await callWith(token, '/trail', { user: user }))).toBe('401 unauthorized');
    const again = await givenPortalUser(h, { institutionId: user.institutionId });
    expect((await again.call('GET', '/tokens')).body.data[0].status).toBe('expired');
    h.clock.advance(91 * 86_400);
    while ((await purgePortalSessions(h.ctx, 500)) > 0);
    expect(await purgePortalSessions(h.ctx, 500)).toBe(0);
    const { rows } = await query('select count(*)::int as n from portal.tokens where user_id = $1', user.userId);
    expect(rows[0].n).toBe(0);
  });
});

/** Waits until a statement is blocked by another transaction's lock. */
async function untilWaiting(): Promise<void> {
  const { db } = harness.current.ctx;
  await untilBlocked(db, 1);
}
