import { describe, expect, it } from 'vitest';
import { portalRoles } from '#lib/api/portal-roles';
import { deleteOld } from '#test/database/delete-old';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { listNoticeRecipients } from './contacts.ts';
import { confirmTtlS, type NoticeKind } from './rules.ts';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const newAddress = () => `contact-${crypto.randomUUID()}@example.com`;

const change = (user: PortalBrowser, kind: string, email: string | null) =>
  user.call('PUT', `/settings/contacts/${kind}`, { body: { email } });

/** The link in the last email to an address. */
async function linkTo(email: string): Promise<string> {
  await harness.current.sendMessages();
  const { mail } = harness.current.mailbox.to(email).at(-1) ?? {};
  return /\/portal\/contact#([0-9A-Za-z]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

const confirm = (token: string, origin = new URL(harness.current.config.publicBaseUrl).origin) =>
  harness.current.call('POST', '/api/portal/v1/contact-confirmations', { body: { token }, headers: { origin } });

const recipients = async (user: PortalBrowser, notice: NoticeKind) =>
  (await listNoticeRecipients(harness.current.ctx, { notice, institutionIds: [user.institutionId] })).get(
    user.institutionId,
  ) ?? [];

describe('a contact of an institution', () => {
  it('a contact counts once its emailed link was opened, and the previous address is notified without naming the new one', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const [first, second] = [newAddress(), newAddress()];
    const asked = await change(user, 'billing', first.toUpperCase());
    expect(asked.body.billing).toEqual({ email: null, pending: { email: first, expires_at: expect.any(String) } });
    expect(await recipients(user, 'statements')).toEqual([]);
    const token = await linkTo(first);
    const done = await confirm(token);
    expect(done.body).toEqual({ object: 'portal.confirmed_contact', kind: 'billing', institution: expect.any(String) });
    expect(codeOf(await confirm(token))).toBe('410 link_ended');
    const [last, before] = (await user.call('GET', '/trail')).body.data;
    expect([last.did, last.who.type, last.subject_id]).toEqual(['confirmed an address', 'link', 'billing']);
    expect([before.did, before.who.id]).toEqual(['changed a contact address', user.userId]);
    expect(await recipients(user, 'statements')).toEqual([first]);
    await change(user, 'billing', second);
    expect((await user.call('GET', '/settings/contacts')).body.billing.email).toBe(first);
    await confirm(await linkTo(second));
    await h.sendMessages();
    const told = h.mailbox.to(first).at(-1)?.mail;
    expect([told?.subject, told?.text?.includes(second)]).toEqual([
      'This address is no longer the billing contact',
      false,
    ]);
    expect(await recipients(user, 'statements')).toEqual([second]);
    await change(user, 'billing', null);
    await h.sendMessages();
    expect(h.mailbox.to(second).at(-1)?.mail.text).toContain('was removed');
    expect(await recipients(user, 'statements')).toEqual([]);
  });

  it('a contact is confirmed by the latest link only, within three days, and outdated emails are not sent', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const [first, second] = [newAddress(), newAddress()];
    await change(user, 'technical', first);
    const old = await linkTo(first);
    await change(user, 'technical', second);
    expect(codeOf(await confirm(old))).toBe('410 link_ended');
    await change(user, 'technical', null);
    await h.sendMessages();
    expect(h.mailbox.to(second)).toEqual([]);
    const late = newAddress();
    await change(user, 'technical', late);
    const token = await linkTo(late);
    h.clock.advance(confirmTtlS);
    expect(codeOf(await confirm(token))).toBe('410 link_ended');
    while ((await deleteOld(h.ctx, 'partners.contact_changes')) > 0);
    expect(await deleteOld(h.ctx, 'partners.contact_changes')).toBe(0);
    const { rows } = await h.ctx.db.pool.query('select count(*)::int as n from partners.contact_changes');
    expect(rows[0].n).toBe(0);
  });

  it('a contact gets the emails that the institution chose, each address once', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const shared = newAddress();
    for (const kind of ['technical', 'operations']) {
      await change(user, kind, shared);
      await confirm(await linkTo(shared));
    }
    expect(await recipients(user, 'endpoint_warnings')).toEqual([shared]);
    expect(await recipients(user, 'security_notices')).toEqual([shared]);
    const notices = { endpoint_warnings: ['operations'], statements: ['operations'], security_notices: ['billing'] };
    const answer = await user.call('PUT', '/settings/notices', { body: notices });
    expect(answer.body.notices).toEqual(notices);
    expect(await recipients(user, 'statements')).toEqual([shared]);
    expect(await recipients(user, 'security_notices')).toEqual([]);
  });

  it.each([
    ['technical', { email: 'no address' }],
    ['technical', {}],
    ['technical', { email: `${'x'.repeat(250)}@example.com` }],
    ['sales', { email: 'a@example.com' }],
  ])('a contact is not changed as %s to %j', async (kind, body) => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    expect((await user.call('PUT', `/settings/contacts/${kind}`, { body })).status).toBe(400);
  });

  it('contacts are changed by owners and admins with a fresh code, and visible to all users', async () => {
    const h = harness.current;
    for (const role of portalRoles) {
      const user = await givenPortalUser(h, { role, fresh: true });
      const may = role === 'owner' || role === 'admin';
      expect((await user.call('GET', '/settings/contacts')).status).toBe(200);
      expect((await change(user, 'billing', newAddress())).status).toBe(may ? 200 : 403);
      const notices = { endpoint_warnings: ['billing'], statements: ['billing'], security_notices: ['billing'] };
      expect((await user.call('PUT', '/settings/notices', { body: notices })).status).toBe(may ? 200 : 403);
    }
    const stale = await givenPortalUser(h);
    expect(codeOf(await change(stale, 'billing', newAddress()))).toBe('403 fresh_code_required');
    const silent = { endpoint_warnings: ['billing'], statements: ['billing'], security_notices: ['billing'] };
    expect(codeOf(await stale.call('PUT', '/settings/notices', { body: silent }))).toBe('403 fresh_code_required');
    const path = `/api/portal/v1/${stale.institutionId}/test/settings/contacts`;
    expect((await h.call('GET', path)).status).toBe(401);
    const stranger = await givenPortalUser(h);
    expect(codeOf(await h.call('GET', path, { headers: stranger.headers }))).toBe('404 not_found');
  });

  it('contact changes are limited to twenty a day, because each one emails an unverified address', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    for (let count = 0; count < 20; count += 1) expect((await change(user, 'billing', newAddress())).status).toBe(200);
    const target = newAddress();
    expect((await change(user, 'operations', target)).status).toBe(429);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(target)).toEqual([]);
    expect((await change(user, 'billing', null)).status).toBe(200);
  });

  it('a contact is confirmed only from our own page', async () => {
    expect(codeOf(await confirm('x'.repeat(43), 'https://elsewhere.example'))).toBe('403 foreign_request');
    expect((await confirm('short')).status).toBe(400);
    expect(codeOf(await confirm('x'.repeat(43)))).toBe('410 link_ended');
  });
});
