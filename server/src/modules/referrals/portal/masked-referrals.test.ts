import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { referralBody, syntheticVin } from '../testing.ts';

const harness = useHarness();

const refer = (user: PortalBrowser, changes = {}, mode: 'test' | 'live' = 'test') =>
  user.call('POST', '/referrals', { mode, body: referralBody(changes) });

type Search = { readonly mode?: 'test' | 'live'; readonly [member: string]: unknown };

const search = (user: PortalBrowser, q: string, { mode = 'test', ...more }: Search = {}) =>
  user.call('POST', '/referrals/search', { mode, body: { q, ...more } });

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

async function givenToken(owner: PortalBrowser, permissions: readonly string[], mode: 'test' | 'live') {
  const wanted = { label: 'synthetic script', permissions, modes: [mode], expires_in_days: 1 };
  const { body } = await owner.call('POST', '/tokens', { mode, body: wanted });
  return (method: string, path: string, given?: unknown): Promise<Answer> =>
    harness.current.call(method, `/api/portal/v1/${owner.institutionId}/${mode}${path}`, {
      token: body.token,
      ...(given === undefined ? {} : { body: given }),
    });
}

describe('contacts of live borrowers', () => {
  const borrower = {
    first_name: 'Canarygiven',
    last_name: 'Canarysurname',
    email: 'canary@example.com',
    phone: '2125550187',
  };
  const canary = /canary|5550187/i;

  it('contacts are shown only to users who may see them: in list, search and file', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h, { fresh: true });
    const { institutionId } = owner;
    const vin = syntheticVin();
    const { vehicle, claim } = referralBody();
    const changes = { borrower, vehicle: { ...vehicle, vin }, claim: { ...claim, claim_number: 'CLM-CANARY-1' } };
    for (const mode of ['live', 'test'] as const) await refer(owner, changes, mode);
    const shown = async (user: Pick<PortalBrowser, 'call'>, mode: 'live' | 'test') =>
      (
        await Promise.all([
          user.call('GET', '/referrals', { mode }),
          user.call('GET', '/referrals.csv', { mode }),
          user.call('POST', '/referrals/search', { mode, body: { q: vin } }),
        ])
      ).map(({ text }) => text);
    const operations = await givenPortalUser(h, { role: 'operations', institutionId });
    for (const text of await shown(operations, 'live')) expect(text).toMatch(canary);
    for (const role of ['developer', 'read_only'] as const) {
      const user = await givenPortalUser(h, { role, institutionId });
      for (const text of await shown(user, 'live')) {
        expect(text).toContain('[masked]');
        expect(text).not.toMatch(canary);
        expect(text).not.toContain(vin);
      }
      for (const text of await shown(user, 'test')) expect(text).toMatch(canary);
      // Only whole values match: a masked one cannot be guessed a character at a time.
      const count = async (q: string) => idsOf(await search(user, q, { mode: 'live' })).length;
      expect(await Promise.all([vin, 'CLM-CANARY-1', vin.slice(-7), 'CLM-CANARY'].map(count))).toEqual([1, 1, 0, 0]);
    }
  });

  it('contacts are masked for a token without contacts.read, even in responses to its own requests', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h, { fresh: true });
    const permissions = ['referrals.read', 'referrals.write'];
    const blind = await givenToken(owner, permissions, 'live');
    const seeing = await givenToken(owner, [...permissions, 'contacts.read'], 'live');
    const made = await blind('POST', '/referrals', referralBody({ borrower }));
    expect(made.status).toBe(201);
    const texts = [made, await blind('GET', '/referrals'), await blind('GET', '/referrals.csv')];
    for (const { text } of texts) expect(text).not.toMatch(canary);
    expect((await seeing('GET', '/referrals.csv')).text).toMatch(canary);
    const reader = await givenToken(owner, ['referrals.read'], 'live');
    expect((await reader('POST', '/referrals', referralBody())).status).toBe(403);
    expect((await blind('POST', '/referrals', { borrower })).text).not.toMatch(canary);
  });

  it('contacts are not replaced by their masks when these are sent back', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h, { fresh: true });
    const blind = await givenToken(owner, ['referrals.read', 'referrals.write'], 'live');
    const path = `/referrals/${(await refer(owner, { borrower }, 'live')).body.id}`;
    const { version, referral } = (await blind('GET', path)).body;
    const { claim } = referral;
    for (const changes of [
      { borrower: { first_name: referral.borrower.first_name } },
      { borrower: { email: referral.borrower.email } },
      { claim: { claim_number: ` ${claim.claim_number} `, carrier: 'Other Mutual' } },
    ]) {
      const { status, text } = await blind('PATCH', path, { version, changes });
      expect(status).toBe(400);
      expect(text).not.toMatch(canary);
    }
    const mended = { version, changes: { claim: { carrier: 'Other Mutual' } } };
    expect((await blind('PATCH', path, mended)).body.referral.claim).toEqual({ ...claim, carrier: 'Other Mutual' });
    const { body } = await owner.call('GET', path, { mode: 'live' });
    expect(body.referral.borrower).toMatchObject({ first_name: 'Canarygiven', email: 'canary@example.com' });
  });

  it('contacts cannot be changed by a token that does not see them: no invitation can be redirected', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h, { fresh: true });
    const { body } = await refer(owner, { borrower }, 'live');
    const path = `/referrals/${body.id}`;
    const blind = await givenToken(owner, ['referrals.read', 'referrals.write'], 'live');
    const seen = (await blind('GET', path)).body;
    expect(seen.can_edit).toEqual(['external_ref', 'vehicle', 'claim', 'liability']);
    const edit = (call: typeof blind, changes: object, version = seen.version) =>
      call('PATCH', path, { version, changes });
    for (const changes of [{ email: 'elsewhere@example.com' }, { phone: '2125550111' }, { first_name: 'Other' }])
      expect((await edit(blind, { borrower: changes, external_ref: 'loan-2' })).body).toMatchObject({
        status: 403,
        code: 'contacts_hidden',
      });
    expect((await owner.call('GET', path, { mode: 'live' })).body.referral).toMatchObject({
      borrower: { ...borrower, phone: '+12125550187' },
      external_ref: body.external_ref,
    });
    expect((await edit(blind, { external_ref: 'loan-2' })).status).toBe(200);
    const seeing = await givenToken(owner, ['referrals.read', 'referrals.write', 'contacts.read'], 'live');
    const { version } = (await seeing('GET', path)).body;
    expect((await edit(seeing, { borrower: { email: 'elsewhere@example.com' } }, version)).status).toBe(200);
  });

  it("test borrowers' contacts can be changed by any token that may edit", async () => {
    const owner = await givenPortalUser(harness.current, { fresh: true });
    const { body } = await refer(owner);
    const token = await givenToken(owner, ['referrals.read', 'referrals.write'], 'test');
    const { version } = (await token('GET', `/referrals/${body.id}`)).body;
    const changes = { borrower: { email: 'elsewhere@example.com' } };
    expect((await token('PATCH', `/referrals/${body.id}`, { version, changes })).status).toBe(200);
  });
});
