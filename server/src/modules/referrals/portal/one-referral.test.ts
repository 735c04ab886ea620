import { describe, expect, it } from 'vitest';
import { portalRoles } from '#lib/api/portal-roles';
import { newId } from '#lib/tokens/ids';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { bringTo, givenReferral, linkPath, press, syntheticVin } from '../testing.ts';

const harness = useHarness();
const h = () => harness.current;

type Given = { readonly livemode?: boolean; readonly role?: (typeof portalRoles)[number] };

/** An institution's referral, and one of its users. */
async function givenOne({ livemode = false, role = 'operations' }: Given = {}, changes = {}) {
  const { key, institutionId } = await givenPartner(h(), { livemode });
  const referral = await givenReferral(h(), key, changes);
  const portal = await givenPortalUser(h(), { role, institutionId });
  const mode = livemode ? ('live' as const) : ('test' as const);
  const path = `/referrals/${referral.id}`;
  const get = async (who: PortalBrowser = portal) => (await who.call('GET', path, { mode })).body;
  const timeline = async (who: PortalBrowser = portal) =>
    (await who.call('GET', `${path}/timeline`, { mode })).body.data as {
      kind: string;
      text: string;
      who: string | null;
      by: string | null;
      ahead: boolean;
      note: string | null;
      settlement_cents: number | null;
    }[];
  return { key, institutionId, referral, portal, mode, path, get, timeline };
}

const attestation = {
  attestor_name: 'Synthetic Officer',
  channel: 'phone',
  attestation: 'Synthetic: I told the borrower who will call and why.',
};

describe('a referral in the portal', () => {
  it('a referral is shown as in the API, with the actions available in each status', async () => {
    const one = await givenOne();
    const { body } = await h().call('GET', `/api/gap/v1${one.path}`, { token: one.key });
    expect(await one.get()).toMatchObject({ referral: body, masked: false, review: null, documents: [] });
    for (const [status, edits, invited, hasCase] of [
      ['invited', ['external_ref', 'borrower', 'vehicle', 'claim', 'liability'], true, false],
      ['activated', ['external_ref', 'claim', 'liability'], false, true],
      ['settled', ['external_ref'], false, true],
      ['closed', [], false, false],
      ['declined', [], false, false],
      ['expired', [], false, false],
      ['canceled', [], false, false],
    ] as const) {
      const { key, referral, get } = await givenOne();
      await bringTo(h(), key, { id: referral.id, status });
      const { can_edit, can_cancel, can_attest, can_add_document } = await get();
      expect([status, can_edit, can_cancel, can_attest, can_add_document]).toEqual([
        status,
        edits,
        invited,
        invited,
        hasCase,
      ]);
    }
  });

  it.each(portalRoles)('a referral can be read and changed by users with permission, as %s', async (role) => {
    const { portal, path, get } = await givenOne({ role });
    const reads = role !== 'finance';
    const writes = ['owner', 'admin', 'operations'].includes(role);
    expect((await portal.call('GET', path)).status).toBe(reads ? 200 : 403);
    expect((await portal.call('GET', `${path}/timeline`)).status).toBe(reads ? 200 : 403);
    const { version, can_edit: edits, can_cancel: cancels } = reads ? await get() : { version: 'x', can_edit: [] };
    if (reads) expect([edits.length > 0, cancels]).toEqual([writes, writes]);
    const body = { version, changes: { external_ref: 'loan-2' } };
    expect((await portal.call('PATCH', path, { body })).status).toBe(writes ? 200 : 403);
    expect((await portal.call('POST', `${path}/cancel`, { body: {} })).status).toBe(writes ? 200 : 403);
    expect((await portal.call('POST', `${path}/attest`, { body: attestation })).status).toBe(writes ? 409 : 403);
    expect((await portal.call('GET', `${path}/documents/doc_x/file`)).status).toBe(writes ? 404 : 403);
  });

  it('a referral of another institution or the other mode gets the same response as an unknown one', async () => {
    const { portal, path } = await givenOne();
    const other = await givenPortalUser(h());
    const unknown = `/referrals/${newId('ref', h().clock.now())}`;
    const bare = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    for (const [method, tail, body] of [
      ['GET', '', undefined],
      ['GET', '/timeline', undefined],
      ['GET', '/documents/doc_x/file', undefined],
      ['PATCH', '', { version: 'x', changes: { external_ref: 'a' } }],
      ['POST', '/cancel', {}],
      ['POST', '/attest', attestation],
    ] as const) {
      const options = body === undefined ? {} : { body };
      const nowhere = await other.call(method, unknown + tail, options);
      const foreign = await other.call(method, path + tail, options);
      const otherMode = await portal.call(method, path + tail, { ...options, mode: 'live' });
      expect([method, tail, nowhere.status, foreign.status, otherMode.status]).toEqual([method, tail, 404, 404, 404]);
      expect(bare(foreign.text)).toBe(bare(nowhere.text));
      expect(bare(otherMode.text)).toBe(bare(nowhere.text));
    }
  });

  it("a referral's live contacts, notes and reasons are hidden from users who may not see them", async () => {
    const canary = { first_name: 'Canaryname', last_name: 'Canarylast', email: 'canary@example.com' };
    const one = await givenOne(
      { livemode: true },
      { borrower: canary, vehicle: { vin: syntheticVin(), year: 2021, make: 'Synthetic', model: 'Sedan' } },
    );
    const reason = 'Canaryname paid the loan off';
    await one.portal.call('POST', `${one.path}/cancel`, { mode: 'live', body: { reason } });
    const open = JSON.stringify([await one.get(), await one.timeline()]);
    expect(open).toMatch(/canary@example.com[\s\S]*paid the loan off/);
    const developer = await givenPortalUser(h(), { role: 'developer', institutionId: one.institutionId });
    const shown = await one.get(developer);
    expect([shown.masked, shown.referral.livemode, shown.referral.vehicle.year]).toEqual([true, true, 2021]);
    const hidden = JSON.stringify([shown, await one.timeline(developer)]);
    expect(hidden).not.toMatch(/canary|paid the loan|1SYNTH/i);
    // A token has no more permissions than it was created with, whatever its user's role.
    const owner = await givenPortalUser(h(), { institutionId: one.institutionId, fresh: true });
    const ask = async (method: string, ...permissions: string[]) => {
      const wanted = { label: 'synthetic', permissions, modes: ['live'], expires_in_days: 1 };
      const { token } = (await owner.call('POST', '/tokens', { body: wanted })).body;
      const url = `/api/portal/v1/${one.institutionId}/live${one.path}`;
      const body = method === 'GET' ? {} : { body: { version: 'x', changes: { external_ref: 'a' } } };
      return h().call(method, url, { token, ...body });
    };
    expect((await ask('GET', 'referrals.read')).text).not.toMatch(/canary/i);
    expect((await ask('GET', 'referrals.read', 'contacts.read')).text).toMatch(/canary/i);
    expect((await ask('PATCH', 'referrals.read')).body.code).toBe('scope_required');
    expect((await ask('PATCH', 'referrals.read', 'referrals.write')).body.code).toBe('invalid_state');
  });
});

describe('an edit', () => {
  it('an edit changes the sent members, and the trail and timeline record their names but not their values', async () => {
    const { portal, path, get, timeline } = await givenOne();
    const { version } = await get();
    h().clock.advance(60);
    const changes = { borrower: { email: 'other@example.com' }, claim: { carrier: 'Other Mutual', loss_state: 'NY' } };
    const { status, body } = await portal.call('PATCH', path, { body: { version, changes } });
    expect([status, body.referral.borrower.email, body.referral.claim.carrier]).toEqual([
      200,
      'other@example.com',
      'Other Mutual',
    ]);
    expect(body.version).not.toBe(version);
    const edited = (await timeline()).filter(({ kind }) => kind === 'edited');
    expect(edited).toMatchObject([{ text: 'Edited: email, insurer.', who: 'Synthetic User', by: 'institution' }]);
    expect(JSON.stringify(edited)).not.toContain('other@example.com');
    // The new address has its own invitation.
    expect((await timeline()).filter(({ kind }) => kind === 'invited').length).toBe(2);
  });

  it('an edit made on an outdated page is refused, and nothing is overwritten', async () => {
    const { key, portal, path, get, timeline } = await givenOne();
    const { version } = await get();
    await h().call('PATCH', `/api/gap/v1${path}`, { token: key, body: { claim: { claim_number: 'CLM-NEW' } } });
    const stale = await portal.call('PATCH', path, {
      body: { version, changes: { claim: { claim_number: 'CLM-OLD' } } },
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'referral_changed']);
    const now = await get();
    expect(now.referral.claim.claim_number).toBe('CLM-NEW');
    const again = { version: now.version, changes: { claim: { claim_number: 'CLM-OLD' } } };
    expect((await portal.call('PATCH', path, { body: again })).status).toBe(200);
    // Both edits are listed, although they were made at the same time.
    await expect
      .poll(async () => (await timeline()).filter(({ kind }) => kind === 'edited').map(({ text }) => text))
      .toEqual(['Edited: claim number.', 'The referral was edited by the API.']);
  });

  it('an edit to a vehicle that has an open referral names that referral', async () => {
    const { key, portal, path, get } = await givenOne();
    const other = await givenReferral(h(), key);
    const { version } = await get();
    const changes = { vehicle: { vin: other.vehicle.vin } };
    const { status, body } = await portal.call('PATCH', path, { body: { version, changes } });
    expect([status, body.code, body.referral_id]).toEqual([409, 'referral_exists', other.id]);
  });

  it('an edit of a locked member gets the status; an invalid edit is refused at its member', async () => {
    const { key, referral, portal, path, get } = await givenOne();
    const { version } = await get();
    for (const changes of [{}, { vehicle: { vin: 'short' } }, { status: 'canceled' }, { borrower: {} }])
      expect((await portal.call('PATCH', path, { body: { version, changes } })).status).toBe(400);
    const none = { version, changes: { borrower: { email: null, phone: null } } };
    expect((await portal.call('PATCH', path, { body: none })).status).toBe(400);
    await bringTo(h(), key, { id: referral.id, status: 'activated' });
    const { status, body } = await portal.call('PATCH', path, {
      body: { version, changes: { vehicle: { make: 'Other' } } },
    });
    expect([status, body.code, body.current_status]).toEqual([409, 'invalid_state', 'activated']);
  });
});

describe('a cancellation and an attestation', () => {
  it('cancellation and attestation are executed once', async () => {
    const one = await givenOne();
    const { path, portal, timeline } = one;
    const cancel = () => portal.call('POST', `${path}/cancel`, { body: { reason: 'Synthetic: paid off' } });
    const both = await Promise.all([cancel(), cancel()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const again = await cancel();
    expect([again.status, again.body.code, again.body.current_status]).toEqual([409, 'invalid_state', 'canceled']);
    expect((await timeline()).at(-1)).toMatchObject({
      kind: 'canceled',
      by: 'institution',
      who: 'Synthetic User',
      note: 'Synthetic: paid off',
    });
    const other = await givenOne();
    const attest = (body: object) => other.portal.call('POST', `${other.path}/attest`, { body });
    expect((await attest({ ...attestation, confirmed_at: '2099-01-01T00:00:00Z' })).status).toBe(400);
    expect((await attest({ ...attestation, attestation: 'short' })).status).toBe(400);
    const { status, body } = await attest(attestation);
    expect([status, body.referral.status, body.referral.consent.disclosure_attestor_name]).toEqual([
      200,
      'activated',
      'Synthetic Officer',
    ]);
    expect((await attest(attestation)).body.current_status).toBe('activated');
    expect((await other.timeline()).find(({ kind }) => kind === 'activated')).toMatchObject({
      text: expect.stringContaining('Nobody is called in test mode.'),
      who: 'Synthetic User',
    });
  });

  it('attesting a live referral puts the borrower first in line', async () => {
    const { path, portal, referral, timeline } = await givenOne({ livemode: true });
    await portal.call('POST', `${path}/attest`, { mode: 'live', body: attestation });
    const row = await h().ctx.db.find<{ priority: boolean }>({
      text: 'select priority from consultations.consultations where source_id = $1',
      values: [referral.id],
    });
    expect(row?.priority).toBe(true);
    expect((await timeline()).find(({ kind }) => kind === 'activated')?.text).toContain(
      'The borrower is called first.',
    );
  });
});

describe('the timeline', () => {
  it('the timeline shows a live referral from its invitation to its yes, and the next steps', async () => {
    const { referral, timeline } = await givenOne({ livemode: true });
    expect((await timeline()).map(({ kind, ahead }) => [kind, ahead])).toEqual([
      ['created', false],
      ['invited', false],
      ['invitation_ends', true],
    ]);
    expect((await timeline())[1]?.text).toBe('The invitation by email and by text is waiting to be sent.');
    await h().sendMessages();
    expect((await timeline()).map(({ text }) => text)).toContain('The invitation was sent by email.');
    h().clock.advance(60);
    await press(h(), await linkPath(h(), referral.id), 'accept');
    expect((await timeline()).at(-1)).toMatchObject({ kind: 'activated', by: 'borrower', who: null, ahead: false });
  });

  it('the timeline shows in test mode that no message was sent, and who pressed which button', async () => {
    const { portal, path, timeline, institutionId } = await givenOne();
    for (const step of ['accept', 'settle', 'close']) {
      h().clock.advance(60);
      await portal.call('POST', `/sandbox${path}/simulate`, { body: { step } });
    }
    const told = await timeline();
    expect(told.map(({ kind, who }) => [kind, who])).toEqual([
      ['created', null],
      ['invited', null],
      ['activated', 'Synthetic User'],
      ['settled', 'Synthetic User'],
      ['closed', 'Synthetic User'],
    ]);
    expect(told[1]?.text).toContain('Nobody is contacted in test mode.');
    expect(told[3]?.settlement_cents).toBe(1_750_000);
    // Amounts are visible to users who may see the figures.
    const developer = await givenPortalUser(h(), { role: 'developer', institutionId });
    expect((await timeline(developer))[3]?.settlement_cents).toBeNull();
  });

  it('the timeline shows API edits from the log, and for a stopped borrower that nothing was sent', async () => {
    const { key, path, timeline } = await givenOne();
    h().clock.advance(60);
    await h().call('PATCH', `/api/gap/v1${path}`, { token: key, body: { external_ref: 'loan-3' } });
    await expect
      .poll(async () => (await timeline()).map(({ text }) => text))
      .toContain('The referral was edited by the API.');
    const stopped = await givenOne({ livemode: true });
    await h().ctx.db.many({
      text: `update referrals.referrals set status_note = 'Contact suppressed' where id = $1`,
      values: [stopped.referral.id],
    });
    expect((await stopped.timeline()).map(({ kind }) => kind)).toContain('not_invited');
  });
});
