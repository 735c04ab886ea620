import { beforeAll, describe, expect, it } from 'vitest';
import { usStates } from '#lib/calling/us-states';
import { givenAgent } from '#testing/agents';
import { startHarness, useHarness } from '#test/harness';
import { sideBySide } from '#test/side-by-side';
import type { IntakeRequest } from '../schemas.ts';
import {
  eventTypes,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  newPhone,
  pressSent,
  submit,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const statusOf = async (changes: Partial<IntakeRequest>): Promise<string> => {
  const { status, body } = await submit(harness.current, minimalIntake(changes));
  return `${status} ${body.status}`;
};

describe('a case that is not eligible', () => {
  it('a loss outside the served states is not eligible; the fifty states and DC are served, in either case [A-RECEIPT-027]', async () => {
    expect(usStates.length).toBe(51);
    const consent = { ...minimalIntake().consent, notify_customer: false };
    const spelled = usStates.flatMap((state) => [state, state.toLowerCase()]);
    const inside = await sideBySide(spelled, 8, (state) => statusOf({ consent, loss: { loss_state: state } }));
    expect(new Set(inside)).toEqual(new Set(['201 received']));
    const elsewhere = ['PR', 'GU', 'VI', 'AS', 'MP', 'ON', 'ZZ', 'zz', '00', '😀😀', 'C ', ' C', 'T.'];
    const outside = await sideBySide(elsewhere, 8, (state) => statusOf({ loss: { loss_state: state } }));
    expect(new Set(outside)).toEqual(new Set(['200 not_eligible']));
  });

  it('eligibility depends on the setting of the served states', async () => {
    const narrow = await startHarness({ SERVED_STATES: 'tx,CA' });
    const ask = async (state: string) =>
      (await submit(narrow, minimalIntake({ loss: { loss_state: state } }))).body.status;
    expect([await ask('TX'), await ask('ca'), await ask('NY')]).toEqual(['received', 'received', 'not_eligible']);
    await narrow.close();
  });

  it('a customer whom staff put on the do-not-contact list is not eligible, by email or by phone in any spelling', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    expect((await team.post('/do-not-contact', { email: email.toUpperCase() })).status).toBe(200);
    expect((await team.post('/do-not-contact', { phone: `+1 ${phone}` })).status).toBe(200);
    expect(await statusOf({ customer: { email } })).toBe('200 not_eligible');
    expect(await statusOf({ customer: { phone: `(${phone.slice(0, 3)}) ${phone.slice(3)}` } })).toBe(
      '200 not_eligible',
    );
    expect(await statusOf({ customer: { email: newEmail(), phone } })).toBe('200 not_eligible');
    expect(await statusOf({ customer: { email, phone: newPhone() } })).toBe('200 not_eligible');
    expect(await statusOf({ customer: { email: `x${email}` } })).toBe('201 received');
  });

  it('a customer who told a caller not to be contacted again is not eligible, by every proven contact', async () => {
    const [stranger, customer] = [
      { email: newEmail(), phone: newPhone() },
      { email: newEmail(), phone: newPhone() },
    ];
    const { intake_id: ofStranger } = await givenIntake(harness.current, { customer: stranger });
    const receipt = await givenIntake(harness.current, { customer });
    await pressSent(harness.current, receipt, { via: 'email' });
    for (const id of [ofStranger, receipt.intake_id])
      expect((await team.call(id, 'do_not_contact')).body.status).toBe('declined');
    // A submitter can add another person's address to their own number.
    expect(await statusOf({ customer: { email: stranger.email } })).toBe('201 received');
    expect(await statusOf({ customer: { phone: stranger.phone } })).toBe('200 not_eligible');
    expect(await statusOf({ customer: { email: customer.email } })).toBe('200 not_eligible');
    expect(await statusOf({ customer: { phone: customer.phone } })).toBe('200 not_eligible');
  });

  it('a customer stays eligible after a plain no', async () => {
    const customer = { email: newEmail() };
    const { intake_id: id } = await givenIntake(harness.current, { customer });
    await team.call(id, 'declined');
    expect(await statusOf({ customer })).toBe('201 received');
  });
});

describe('do-not-contact', () => {
  it('do-not-contact stops a welcome that has not been sent yet', async () => {
    const email = newEmail();
    const { intake_id: id } = await givenIntake(harness.current, { customer: { email } });
    await team.post('/do-not-contact', { email });
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email)).toEqual([]);
    expect((await team.record(id)).status).toBe('received');
  });

  it('do-not-contact is entered by staff only, for at least one contact', async () => {
    const body = { email: newEmail() };
    const anonymous = await harness.current.call('POST', '/api/staff/v1/do-not-contact', { body });
    expect([anonymous.status, (await team.post('/do-not-contact', {})).status]).toEqual([401, 400]);
    expect(await statusOf({ customer: body })).toBe('201 received');
  });
});

describe('the receipt', () => {
  it('an ineligible receipt is neutral: no link, no message, no token, no call, list prices [A-RECEIPT-027, A-RECEIPT-016, A-CONTACT-004, A-CONTACT-005]', async () => {
    const { key } = await givenAgent(harness.current);
    const served = await givenIntake(harness.current);
    const { status, body } = await submit(
      harness.current,
      minimalIntake({ external_ref: 'mine', loss: { loss_state: 'ZZ' } }),
      { token: key },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      ...served,
      intake_id: expect.stringMatching(/^int_/),
      status: 'not_eligible',
      external_ref: 'mine',
      customer_confirmation_url: null,
      customer_message: null,
      contact_policy: { ...served.contact_policy, will_email: false, will_text: false, will_call: false },
      agent_tier: 'registered',
      pricing: {
        ...served.pricing,
        representation: { list_cents: 49_700, your_price_cents: 49_700 },
        discount: { applied: false, amount_cents: 0, applies_to: 'representation', note: expect.any(String) },
      },
      missing_fields: [],
      poll_url: `http://makewhole.test/api/agent/v1/intakes/${body.intake_id}`,
      poll_token: undefined,
    });
  });

  it('an ineligible receipt does not disclose which rule applied', async () => {
    const email = newEmail();
    await team.post('/do-not-contact', { email });
    const suppressed = await submit(
      harness.current,
      minimalIntake({ customer: { email }, loss: { loss_state: 'TX' } }),
    );
    const unserved = await submit(harness.current, minimalIntake({ loss: { loss_state: 'ZZ' } }));
    const plain = (text: string) => text.replaceAll(/int_\w+/g, 'int_x');
    expect(plain(suppressed.text)).toBe(plain(unserved.text));
  });

  it('an ineligible case leaves a row and nothing else: no consultation, no message, no event, no discount used', async () => {
    const customer = { email: newEmail() };
    const { body } = await submit(harness.current, minimalIntake({ customer, loss: { loss_state: 'ZZ' } }));
    expect(await team.record(body.intake_id)).toMatchObject({
      status: 'not_eligible',
      consultation: null,
      messages: [],
    });
    expect(await eventTypes(harness.current, body.intake_id)).toEqual([]);
    const accepted = await givenIntake(harness.current, { customer });
    expect(accepted.pricing.discount.applied).toBe(true);
  });
});
