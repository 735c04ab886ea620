import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { useHarness, type Harness } from '#test/harness';
import { messageRows } from '#testing/customers';
import { createStaffToken } from '../tokens/tokens.ts';
import { givenPassword, givenSession, givenStaffToken, postForm } from '../testing.ts';

const harness = useHarness();

const staffCall = async (route: string, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  const token = await givenStaffToken(harness.current);
  return harness.current.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
};
const memberOf = async (id: string) =>
  (await staffCall('GET /staff')).body.data.find((one: { id: string }) => one.id === id);

/** The link in the last email to this address. */
function linkIn({ mailbox }: Harness, email: string): string {
  const links = mailbox.to(email).flatMap(({ mail }) => /https?:\S+\/sign-in\/set-up\/\S+/.exec(mail.text ?? '') ?? []);
  return new URL(links.at(-1) ?? 'none:').pathname;
}

async function setUp(path: string): Promise<{ password: string; code: () => string; page: string }> {
  const { text: page } = await harness.current.call('GET', path);
  const secret = /secret=([A-Z2-7]{32})/.exec(page)?.[1] ?? '';
  const password = `synthetic ${crypto.randomUUID()}`;
  const code = () => totpCode(secret, stepAt(harness.current.clock.now()));
  const done = await postForm(harness.current, path, { password, again: password, code: code() });
  expect(done.status).toBe(200);
  harness.current.clock.advance(30);
  return { password, code, page };
}

describe('inviting a staff member', () => {
  it('an invited member is a caller unless a role is given, and sets up sign-in through the emailed link', async () => {
    const email = `invited-${crypto.randomUUID()}@example.com`;
    const { status, body } = await staffCall('POST /staff', { email, name: 'Synthetic Invited' });
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'setup_expires_at']]);
    expect(await memberOf(body.id)).toMatchObject({
      role: 'caller',
      password_set: false,
      last_seen_at: null,
      sessions: 0,
      setup_expires_at: body.setup_expires_at,
    });
    await harness.current.sendMessages();
    const path = linkIn(harness.current, email);
    const { password, code, page } = await setUp(path);
    // We draw the QR code ourselves, so the secret goes to no other host.
    expect(page).toMatch(/<svg role="img"[^>]*>\s*<rect[^>]*\/>\s*<path d="M4,4h1v1h-1z/);
    expect(page).not.toMatch(/<(img|script|link rel="stylesheet)\b/);
    const entered = await postForm(harness.current, '/sign-in', { email, password, code: code() });
    expect(entered.status).toBe(303);
    expect(await memberOf(body.id)).toMatchObject({
      password_set: true,
      sessions: 1,
      last_seen_at: harness.current.clock.now().toISOString(),
      setup_expires_at: null,
    });
    expect((await harness.current.call('GET', path)).status).toBe(404);
  });

  it('an invitation is refused for a known address, without an address or a name, and from a lead', async () => {
    const email = `twice-${crypto.randomUUID()}@example.com`;
    expect((await staffCall('POST /staff', { email, name: 'Synthetic', role: 'lead' })).status).toBe(201);
    const again = await staffCall('POST /staff', { email: email.toUpperCase(), name: 'Synthetic' });
    expect([again.status, again.body.code]).toEqual([409, 'staff_exists']);
    for (const body of [{ name: 'Synthetic' }, { email: 'x', name: 'Synthetic' }, { email, name: ' ' }, { email }])
      expect((await staffCall('POST /staff', body)).status).toBe(400);
    const lead = await givenSession(harness.current, 'lead');
    const refused = await harness.current.call('POST', '/api/staff/v1/staff', {
      headers: lead.headers,
      body: { email: 'other@example.com', name: 'Synthetic' },
    });
    expect(refused.status).toBe(403);
  });

  it('a set-up link that was replaced before its email was sent is not emailed', async () => {
    const email = `late-${crypto.randomUUID()}@example.com`;
    const { body } = await staffCall('POST /staff', { email, name: 'Synthetic' });
    harness.current.clock.advance(1);
    expect((await staffCall(`POST /staff/${body.id}/set-up`)).status).toBe(200);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email)).toHaveLength(1);
    const states = (await messageRows(harness.current, body.id)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['sent', 'withdrawn']);
  });
});

describe('an administrator', () => {
  it('an administrator resets a lost second factor, and all old credentials stop working immediately', async () => {
    const member = await givenPassword(harness.current, 'caller');
    const { email, password } = member;
    const entered = await postForm(harness.current, '/sign-in', { email, password, code: member.code() });
    const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const me = async () => (await harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie } })).status;
    expect([entered.status, await me()]).toEqual([303, 200]);
    const { token } = await createStaffToken(harness.current.ctx, { email, label: 'automation' });
    const byToken = async () => (await harness.current.call('GET', '/api/staff/v1/me', { token })).status;
    expect(await byToken()).toBe(200);
    expect((await staffCall(`POST /staff/${member.staffId}/set-up`)).status).toBe(200);
    expect([await me(), await byToken()]).toEqual([401, 401]);
    harness.current.clock.advance(60);
    const [recovery = ''] = member.recoveryCodes;
    for (const code of [member.code(), recovery])
      expect((await postForm(harness.current, '/sign-in', { email, password, code })).status).toBe(403);
    await harness.current.sendMessages();
    const fresh = await setUp(linkIn(harness.current, email));
    const back = await postForm(harness.current, '/sign-in', { email, password: fresh.password, code: fresh.code() });
    expect(back.status).toBe(303);
  });

  it('does not reset the own sign-in', async () => {
    const { staffId, headers } = await givenSession(harness.current);
    const refused = await harness.current.call('POST', `/api/staff/v1/staff/${staffId}/set-up`, { headers });
    expect([refused.status, refused.body.code]).toEqual([409, 'own_sign_in']);
    expect((await harness.current.call('GET', '/api/staff/v1/me', { headers })).status).toBe(200);
  });

  it('an administrator signs a member out everywhere, and gets an error for an unknown or disabled member', async () => {
    const { staffId, headers } = await givenSession(harness.current, 'caller');
    expect((await staffCall(`POST /staff/${staffId}/sessions/end`)).status).toBe(200);
    expect((await harness.current.call('GET', '/api/staff/v1/me', { headers })).status).toBe(401);
    for (const way of ['set-up', 'sessions/end'])
      expect((await staffCall(`POST /staff/stf_unknown/${way}`)).status).toBe(404);
    // Changing languages updates the list and signs the member out nowhere.
    expect((await staffCall(`PATCH /staff/${staffId}`, { languages: ['es'] })).status).toBe(200);
    const { body: team } = await staffCall('GET /staff');
    expect(team.data.find(({ id }: { id: string }) => id === staffId).languages).toEqual(['es']);
    expect((await staffCall(`PATCH /staff/${staffId}`, { languages: ['xx'] })).status).toBe(400);
    await staffCall(`PATCH /staff/${staffId}`, { disabled: true });
    const refused = await staffCall(`POST /staff/${staffId}/set-up`);
    expect([refused.status, refused.body.code]).toEqual([409, 'staff_disabled']);
  });
});

describe('resets when no mail server is configured', () => {
  const unset = useHarness({ SMTP_URL: '' });

  it('a sign-in is not reset, because the member could not come back', async () => {
    const { staffId, headers } = await givenSession(unset.current, 'caller');
    const token = await givenStaffToken(unset.current);
    const refused = await unset.current.call('POST', `/api/staff/v1/staff/${staffId}/set-up`, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_configured']);
    expect((await unset.current.call('GET', '/api/staff/v1/me', { headers })).status).toBe(200);
  });
});
