import { describe, expect, it } from 'vitest';
import {
  newCustomer,
  type ConsultationOrigin,
  type CreatedConsultation,
  type Customer,
} from '#test/fixtures/consultation-origins';
import { useDoNotContact } from '#test/fixtures/do-not-contact';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { pressSent } from '#testing/intakes';

const { parts, day, isListed, text } = useDoNotContact();
const { open, staff, seen, noteCall } = day;

describe('a do-not-contact entry by staff stays with the case', () => {
  const tell = ({ partner, sourceId }: CreatedConsultation, { phone }: Customer) =>
    partner(`PATCH /plans/enrollments/${sourceId}`, { member: { phone } });

  /** Where a staff member could see the number: on the assigned, leased, or opened case. */
  async function numbersOf(id: string): Promise<unknown[]> {
    const next = await day.caller.next();
    const { body: claimed } = await day.caller.act('claim', id);
    const { person, calling } = await seen(id);
    return [next.none, claimed.phone, claimed.may_call, person.phone, calling.may_call];
  }
  const none = [true, null, false, null, false];

  it('the entry stays when the number changes before the case was assigned', async () => {
    const before = newCustomer();
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    await tell(member, newCustomer());
    expect(await numbersOf(member.id)).toEqual(none);
  });

  it('the entry stays when the number changes twice, and the last one sends START', async () => {
    const [before, last] = [newCustomer(), newCustomer()];
    const member = await open('membership', { phone: before.phone });
    await staff('/do-not-contact', { phone: before.phone });
    expect((await day.caller.act('claim', member.id)).status).toBe(409);
    await tell(member, newCustomer());
    await tell(member, last);
    await text(last.dialed, 'STOP');
    await text(last.dialed, 'START');
    expect(await numbersOf(member.id)).toEqual(none);
  });
});

describe('do-not-contact, requested after the case has ended', () => {
  it.each<[string, ConsultationOrigin, (receipt: CreatedConsultation) => Promise<unknown>]>([
    ['the intake’s time is over', 'agent_intake', async () => parts.current.harness.clock.advance(15 * 86_400)],
    [
      'the consultation has begun',
      'agent_intake',
      async (receipt) => {
        await pressSent(parts.current.harness, { intake_id: receipt.sourceId }, { via: 'email' });
        await noteCall('agent_intake', receipt, 'confirmed');
        expect((await staff(`/intakes/${receipt.sourceId}/start`)).status).toBe(200);
      },
    ],
    ['the borrower said no before', 'referral', (receipt) => noteCall('referral', receipt, 'declined')],
  ])('a late do-not-contact request is recorded with the case and for the customer: %s', async (what, origin, end) => {
    const owner = newCustomer();
    const opened = await open(origin, { email: owner.email, phone: owner.phone });
    await end(opened);
    // Calls of the same moment have no order.
    parts.current.harness.clock.advance(1);
    await day.changeCaller();
    const { status, body } = await noteCall(origin, opened, 'do_not_contact');
    const { calls } = body.consultation ?? body;
    expect([status, calls.at(-1).outcome]).toEqual([200, 'do_not_contact']);
    // An unproven address is not listed with the number.
    const isVouched = what !== 'the intake’s time is over';
    expect([await isListed({ email: owner.email }), await isListed({ phone: owner.phone })]).toEqual([isVouched, true]);
  });
});

describe('a borrower who is only invited', () => {
  it.each(['phone', 'email'] as const)('a borrower gets nothing once their %s is on the list', async (kind) => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const { email, phone, dialed } = newCustomer();
    await givenReferral(harness, key, { borrower: { first_name: 'Synthetic', last_name: 'Borrower', email, phone } });
    await staff('/do-not-contact', { [kind]: { email, phone }[kind] });
    await harness.sendMessages();
    expect([twilio.to(dialed), harness.mailbox.to(email.toLowerCase())]).toEqual([[], []]);
  });
});
