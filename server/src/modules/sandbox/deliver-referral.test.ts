import { describe, expect, it } from 'vitest';
import { messagePurposes } from '#modules/customers';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { eventTypes, givenReferral, partnerCalls } from '#testing/referrals';
import { useHarness } from '#test/harness';

const harness = useHarness();

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const pathOf = (url: string): string => new URL(url).pathname;

describe('the checkout of a sandbox referral', () => {
  const subsidized = { mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 20_000 } as const;
  const paid = { mode: 'institution_paid', subsidy_type: null, subsidy_value: null } as const;

  async function givenAccepted(program: typeof subsidized | typeof paid) {
    const { institutionId, key } = await givenPartner(harness.current, { institution: { program } });
    const portal = await givenPortalUser(harness.current, { role: 'developer', institutionId });
    const { id } = await givenReferral(harness.current, key);
    const partner = partnerCalls(harness.current, key);
    const simulate = (name: string) => partner(`POST /referrals/${id}/simulate`, { step: name });
    expect((await simulate('accept')).body.status).toBe('activated');
    const mail = async (purpose: string) => {
      const listed = await portal.call('GET', `/sandbox/messages?about=${id}`);
      const found = listed.body.data.find((one: { purpose: string }) => one.purpose === purpose);
      return found && (await portal.call('GET', `/sandbox/messages/${found.id}`)).body;
    };
    const press = (name: string) => portal.call('POST', `/sandbox/referrals/${id}/simulate`, { body: { step: name } });
    const steps = async () =>
      (await portal.call('GET', `/sandbox/referrals/${id}`)).body.steps.map(({ step: name }: { step: string }) => name);
    return { id, partner, simulate, press, steps, mail };
  }

  it('the deliver step creates a checkout, which a test card pays, and the referral continues', async () => {
    const { id, partner, press, steps, mail, simulate } = await givenAccepted(subsidized);
    expect(await steps()).toContain('deliver');
    const before = (await partner(`GET /referrals/${id}`)).body;
    const delivered = await press('deliver');
    expect([delivered.status, delivered.body.status]).toEqual([200, 'activated']);
    expect((await partner(`GET /referrals/${id}`)).body).toEqual(before);
    expect(await steps()).not.toContain('deliver');
    expect((await press('deliver')).status).toBe(409);
    const { links } = await mail(messagePurposes.checkoutLink);
    const path = `${pathOf(links.find((one: string) => one.includes('/checkout/')))}/representation`;
    const offer = (await harness.current.call('GET', path)).text;
    expect(offer).toContain('This is a test. Nothing here reaches anybody');
    expect(offer).toContain('$297.00');
    const accepted = await harness.current.call('POST', path, { raw: 'accept_terms=true', headers: form });
    const page = pathOf(accepted.headers.get('location') ?? '');
    expect((await harness.current.call('POST', page, { raw: 'card=works', headers: form })).status).toBe(303);
    expect((await harness.current.call('GET', path)).text).toContain('Your card is saved');
    expect((await simulate('settle')).body.status).toBe('settled');
    expect((await simulate('close')).body.status).toBe('closed');
    const caused = ['created', 'invited', 'activated', 'settled', 'closed'].map((type) => `referral.${type}`);
    expect(await eventTypes(harness.current, id)).toEqual(caused);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.received).toEqual([]);
  });

  it('the deliver step of the API creates a checkout too, and the messages about its hold are in the mailbox', async () => {
    const { mail, simulate } = await givenAccepted(subsidized);
    expect([(await simulate('deliver')).status, (await simulate('deliver')).status]).toEqual([200, 200]);
    const { links } = await mail(messagePurposes.checkoutLink);
    const path = `${pathOf(links.find((one: string) => one.includes('/checkout/')))}/representation`;
    const accepted = await harness.current.call('POST', path, { raw: 'accept_terms=true', headers: form });
    const page = pathOf(accepted.headers.get('location') ?? '');
    await harness.current.call('POST', page, { raw: 'card=works', headers: form });
    expect((await mail(messagePurposes.holdPlaced))?.text).toContain('$297.00');
  });

  it('no checkout is created if the institution pays', async () => {
    const { mail, press } = await givenAccepted(paid);
    expect((await press('deliver')).status).toBe(200);
    expect(await mail(messagePurposes.checkoutLink)).toBeUndefined();
  });
});
