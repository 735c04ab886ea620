import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { requestLive } from '#modules/partners';
import { countStatements } from '#test/fixtures/counted-statements';
import {
  callPortal,
  cookiesOf,
  finishSetUp,
  givenSignUp,
  mailedToken,
  newNetwork,
  newPortalEmail,
} from '#test/fixtures/portal-sign-up';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { listSignUps, purgeSignIns } from './sign-up.ts';

const harness = useHarness();

const form = (email: string) => ({
  institution_name: 'Synthetic Credit Union',
  name: 'Synthetic Owner',
  email,
  purpose: 'Referring borrowers.',
});
const signUp = (body: unknown, headers = {}) => callPortal(harness.current, 'POST /sign-up', { body, headers });

describe('portal sign-up', () => {
  it('the emailed link creates a user, a sandbox institution, the owner role and a session', async () => {
    const owner = await givenSignUp(harness.current);
    expect(owner.recoveryCodes).toHaveLength(10);
    const me = await owner.call('GET', '/me');
    expect(me.body).toMatchObject({
      email: owner.email,
      name: 'Synthetic Owner',
      institutions: [{ id: owner.institutionId, name: 'Synthetic Credit Union', role: 'owner', live_open: false }],
    });
    const members = await owner.call('GET', `/${owner.institutionId}/test/members`);
    expect(members.body.data).toMatchObject([{ email: owner.email, role: 'owner', you: true }]);
  });

  it('a sign-up link works once', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp(form(email));
    const token = await mailedToken(current, email);
    await finishSetUp(current, { email, token, way: 'sign-up' });
    for (const way of ['view', 'finish']) {
      const body = { token, ...(way === 'finish' && { password: 'four plain synthetic words', code: '000000' }) };
      expect(await callPortal(current, `POST /sign-up/${way}`, { body })).toMatchObject({ status: 404 });
    }
  });

  it('a sign-up link works for one of two people who use it at the same time', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp(form(email));
    const token = await mailedToken(current, email);
    const { secret } = (await callPortal(current, 'POST /sign-up/view', { body: { token } })).body.authenticator;
    const body = { token, password: 'four plain synthetic words', code: totpCode(secret, stepAt(current.clock.now())) };
    const answers = await Promise.all([0, 1].map(() => callPortal(current, 'POST /sign-up/finish', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  it('a sign-up link works for 24 hours, and an unconfirmed sign-up is deleted a week later', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp(form(email));
    const token = await mailedToken(current, email);
    current.clock.advance(86_400);
    expect((await callPortal(current, 'POST /sign-up/view', { body: { token } })).status).toBe(404);
    current.clock.advance(7 * 86_400 + 1);
    const count = () =>
      current.ctx.db.pool.query('select count(*)::int as n from portal.sign_ups where email = $1', [email]);
    expect((await count()).rows).toEqual([{ n: 1 }]);
    await purgeSignIns(current.ctx, 500);
    await purgeSignIns(current.ctx, 500);
    expect((await count()).rows).toEqual([{ n: 0 }]);
  });

  it('sign-up responds the same for an address that has an account, which gets a different email', async () => {
    const { current } = harness;
    const known = await givenSignUp(current);
    const [again, fresh] = [await signUp(form(known.email.toUpperCase())), await signUp(form(newPortalEmail()))];
    expect([again.status, again.text]).toEqual([fresh.status, fresh.text]);
    await current.sendMessages();
    const mail = current.mailbox.to(known.email).at(-1)?.mail;
    expect(mail?.subject).toBe('You have an account on the Makewhole portal');
    expect(mail?.text).not.toMatch(/#[0-9A-Za-z]{43}/);
  });

  it('the confirmation email leaves out all text that was typed', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp({ ...form(email), institution_name: 'Visit evil.example now', name: 'Call 555 0100' });
    await current.sendMessages();
    const [sent] = current.mailbox.to(email);
    expect(sent?.raw).not.toMatch(/evil\.example|555 0100/);
  });

  it('sign-up is refused when a network, or a mailbox under any spelling, asks too often', async () => {
    const flood = { 'x-forwarded-for': newNetwork() };
    const statuses = [];
    for (let tried = 0; tried < 21; tried += 1) statuses.push((await signUp(form(newPortalEmail()), flood)).status);
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([20, 429]);
    const mailbox = `flooded${Date.now()}`;
    const one = { 'x-forwarded-for': newNetwork() };
    const spelled = [];
    for (let tried = 0; tried < 6; tried += 1)
      spelled.push((await signUp(form(`${mailbox}+${tried}@gmail.com`), one)).status);
    expect(spelled).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it.each([
    ['no address', form('nobody')],
    ['too much', { ...form('a@example.com'), purpose: 'x'.repeat(1001) }],
    ['what is not asked', { ...form('a@example.com'), role: 'owner' }],
  ])('sign-up refuses %s', async (_name, body) => {
    expect((await signUp(body)).status).toBe(400);
  });

  it('sign-up refuses requests from another site', async () => {
    const answer = await signUp(form(newPortalEmail()), { origin: 'https://evil.example' });
    expect(answer.body).toMatchObject({ status: 403, code: 'foreign_request' });
  });

  it('sign-up refuses weak passwords and wrong codes, with ten attempts in the window', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp(form(email));
    const token = await mailedToken(current, email);
    const finish = (password: string) =>
      callPortal(current, 'POST /sign-up/finish', { body: { token, password, code: '000000' } });
    expect((await finish('password1234')).body).toMatchObject({ code: 'password_weak' });
    const codes = [];
    for (let tried = 0; tried < 11; tried += 1) codes.push((await finish('four plain synthetic words')).body.code);
    expect([codes[0], codes.at(-1)]).toEqual(['code_refused', 'too_many_tries']);
  });

  it('sign-up creates a new session and never adopts one that the browser sent', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    await signUp(form(email));
    const token = await mailedToken(current, email);
    const { secret } = (await callPortal(current, 'POST /sign-up/view', { body: { token } })).body.authenticator;
    const planted = `__Host-makewhole-portal=${'a'.repeat(43)}`;
    const body = { token, password: 'four plain synthetic words', code: totpCode(secret, stepAt(current.clock.now())) };
    const done = await callPortal(current, 'POST /sign-up/finish', { body, headers: { cookie: planted } });
    expect(cookiesOf(done)).not.toContain(planted);
    expect((await callPortal(current, 'GET /me', { headers: { cookie: planted } })).status).toBe(401);
  });
});

describe('live mode of an institution that signed itself up', () => {
  const staffPath = (id: string) => `/api/staff/v1/institutions/${id}`;

  it('live mode is closed for everyone, including staff, until an administrator opens it; owners get one email', async () => {
    const { current } = harness;
    const owner = await givenSignUp(current);
    const token = await givenStaffToken(current);
    const at = staffPath(owner.institutionId);
    const key = (livemode: boolean) => current.call('POST', `${at}/keys`, { token, body: { livemode, role: 'full' } });
    const endpoint = (livemode: boolean) =>
      current.call('POST', `${at}/webhook-endpoints`, { token, body: { livemode, url: 'https://example.com/hook' } });
    expect((await key(true)).body).toMatchObject({ status: 403, code: 'live_not_open' });
    expect((await endpoint(true)).body).toMatchObject({ status: 403, code: 'live_not_open' });
    expect((await key(false)).status).toBe(201);
    expect((await endpoint(false)).status).toBe(201);
    const writes = await owner.call('POST', `/${owner.institutionId}/live/invitations`, {
      body: { email: newPortalEmail(), role: 'admin' },
    });
    expect(writes.body).toMatchObject({ status: 403, code: 'live_not_open' });

    const lead = await givenStaffToken(current, 'lead');
    expect((await current.call('POST', `${at}/open-live`, { token: lead })).status).toBe(403);
    expect((await current.call('GET', '/api/staff/v1/sign-ups', { token: lead })).status).toBe(403);
    const { requestedAt } = await requestLive(current.ctx, { institutionId: owner.institutionId, userId: 'usr_asked' });
    const listed = await current.call('GET', '/api/staff/v1/sign-ups', { token });
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({
        institution_id: owner.institutionId,
        email: owner.email,
        purpose: 'A test.',
        live_requested_at: requestedAt.toISOString(),
        live_opened_at: null,
      }),
    );
    const opened = await current.call('POST', `${at}/open-live`, { token });
    expect(opened).toMatchObject({ status: 200, body: { live_opened_at: current.clock.now().toISOString() } });
    current.clock.advance(60);
    expect((await current.call('POST', `${at}/open-live`, { token })).body).toEqual(opened.body);
    await current.sendMessages();
    const subjects = current.mailbox.to(owner.email).map(({ mail }) => mail.subject);
    expect(subjects.filter((subject) => subject === 'Live mode is open for your institution')).toHaveLength(1);
    expect((await key(true)).status).toBe(201);
    expect((await endpoint(true)).status).toBe(201);
  });

  it('listing many sign-ups takes as many statements as listing one', async () => {
    const { current } = harness;
    const { ctx } = current;
    const count = async () => {
      const counted = countStatements(ctx.db.seeing('all'));
      const actor = {
        kind: 'staff',
        staffId: 'sta_synthetic',
        role: 'administrator',
        credentialId: 'stk_synthetic',
      } as const;
      const rows = await listSignUps({ ...ctx, db: counted.db, actor });
      return { rows: rows.length, statements: counted.count() };
    };
    await givenSignUp(current);
    const few = await count();
    await givenSignUp(current);
    expect(await count()).toEqual({ rows: few.rows + 1, statements: few.statements });
  });

  it('live mode is open immediately for institutions that staff create, and cannot be opened for an unknown one', async () => {
    const { current } = harness;
    const token = await givenStaffToken(current);
    const made = await current.call('POST', '/api/staff/v1/institutions', { token, body: { name: 'Synthetic Bank' } });
    const keys = `${staffPath(made.body.id)}/keys`;
    expect((await current.call('POST', keys, { token, body: { livemode: true, role: 'full' } })).status).toBe(201);
    expect((await current.call('POST', `${staffPath('inst_unknown')}/open-live`, { token })).status).toBe(404);
  });
});

describe('sign-up without a mail server', () => {
  const shown = useHarness({ SMTP_URL: '', DEV_PAGES: '1' });
  const unset = useHarness({ SMTP_URL: '' });

  it('a sign-up succeeds with the link shown at /dev/inbox', async () => {
    const { current } = shown;
    const email = newPortalEmail();
    expect((await callPortal(current, 'POST /sign-up', { body: form(email) })).status).toBe(202);
    await current.sendMessages();
    const page = (await current.call('GET', '/dev/inbox')).text;
    expect(page).toContain(email);
    const token = /\/portal\/confirm#([0-9A-Za-z]{43})/.exec(page)?.[1] ?? '';
    expect(await finishSetUp(current, { email, token, way: 'sign-up' })).toMatchObject({ email });
  });

  it('a sign-up is refused where no page shows the link', async () => {
    const refused = await callPortal(unset.current, 'POST /sign-up', { body: form(newPortalEmail()) });
    expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_configured']);
  });
});
