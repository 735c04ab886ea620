import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { messageOwners } from '#app/bindings';
import { messageQueue } from '#mount/customers/workers';
import { messagePurposes, type NewMessage } from '#modules/customers';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import type { Harness } from '#test/harness';
import { startRotated } from '#test/fixtures/rotated-keys';
import { useCardHarness } from '#test/doubles/stripe';
import { givenStaffToken } from '#testing/staff';
import { register, registrationOf } from '#testing/agents';
import { givenCheckout, givenHold, deliverProviderEvents } from '#testing/checkout';
import { messageRows } from '#testing/customers';
import { givenIntake, newEmail, pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, press as answer } from '#testing/referrals';
import { callStaff, givenEndpoint, givenInstitution } from '#testing/webhooks';

const parts = useCardHarness();
let rotated: Harness;

beforeAll(async () => {
  rotated = await startRotated(parts.current.harness);
});
afterAll(() => rotated.close());
afterEach(() => parts.current.harness.mailbox.behave('accept'));

const days = 86_400;

/** A message that waits, and what makes it obsolete. */
type Waiting = { readonly subjectId: string; readonly overtake: () => Promise<unknown> };

async function givenWarning(to: string, fault: 'failing_since' | 'exhausted_since'): Promise<Waiting> {
  const { harness } = parts.current;
  const call = { harness, token: await givenStaffToken(harness) };
  const institution = await givenInstitution(call, { technical_contact_email: to });
  const { id } = await givenEndpoint(call, institution);
  const since = new Date(harness.clock.now().getTime() - 7 * 3_600_000);
  await harness.ctx.db.pool.query(`update webhooks.endpoints set ${fault} = $2 where id = $1`, [id, since]);
  for (const sweep of sweeps(harness.ctx).filter(({ name }) => name === 'webhooks.warn')) await sweep.run(500);
  const own = `/institutions/${institution}/webhook-endpoints/${id}`;
  return { subjectId: id, overtake: () => callStaff(call, `DELETE ${own}`) };
}

/** Texts that answer a reply; `modules/replies` walks through them. */
const repliesOnly = [messagePurposes.stopConfirmed, messagePurposes.help, messagePurposes.answer] as const;

type MailPurpose = Exclude<NewMessage['purpose'], (typeof repliesOnly)[number]>;

const isMail = (purpose: NewMessage['purpose']): purpose is MailPurpose =>
  !(repliesOnly as readonly string[]).includes(purpose);

/** How each message gets queued for an address. */
const ways: Readonly<Record<MailPurpose, (to: string) => Promise<Waiting>>> = {
  'intake.welcome': async (to) => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness, { customer: { email: to } });
    return { subjectId: receipt.intake_id, overtake: () => pressSent(harness, receipt, { via: 'email' }) };
  },
  'referral.invitation': async (to) => {
    const { harness } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email: to };
    const { id } = await givenReferral(harness, key, { borrower });
    return { subjectId: id, overtake: async () => answer(harness, await linkPath(harness, id), 'accept') };
  },
  'agents.code': async (to) => {
    const { harness } = parts.current;
    harness.mailbox.behave('busy');
    const { body } = await register(harness, registrationOf(to));
    harness.mailbox.behave('accept');
    return { subjectId: body.registration_id, overtake: async () => harness.clock.advance(30 * 60) };
  },
  'checkout.hold-ended': async (to) => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, { contacts: { email: to, phone: undefined } });
    const holdId = await givenHold(parts.current, checkout, 'research');
    harness.clock.advance(7 * days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    return { subjectId: holdId, overtake: () => givenHold(parts.current, checkout, 'research') };
  },
  'consultation.number-wanted': async (to) => {
    const { harness } = parts.current;
    const token = await givenStaffToken(harness);
    const customer = { email: to, phone: newCustomer().phone };
    const {
      id,
      sourceId,
      redemptionId = '',
      partner,
    } = await consultationOrigins.membership(harness, { customer, token });
    const body = { outcome: 'wrong_number' };
    expect((await harness.call('POST', `/api/staff/v1/queue/${id}/calls`, { token, body })).status).toBe(200);
    const another = { member: { phone: newCustomer().phone } };
    return { subjectId: redemptionId, overtake: () => partner(`PATCH /plans/enrollments/${sourceId}`, another) };
  },
  'webhooks.endpoint-failing': (to) => givenWarning(to, 'failing_since'),
  'webhooks.deliveries-exhausted': (to) => givenWarning(to, 'exhausted_since'),
};

/** One service's run over the queue, a minute later, so that what waits for its first retry is due. */
async function sendBy(service: Harness): Promise<void> {
  const { harness } = parts.current;
  service.clock.advance((harness.clock.now().getTime() - service.clock.now().getTime()) / 1000 + 60);
  await service.sendMessages();
}

describe.each(Object.values(messagePurposes).filter(isMail))('a message of purpose %s', (purpose) => {
  it.each<[string, () => readonly [listing: Harness, sending: Harness]]>([
    ['the same key', () => [parts.current.harness, parts.current.harness]],
    ['a newer key since then', () => [rotated, rotated]],
    ['a newer key where it is sent', () => [parts.current.harness, rotated]],
  ])('never leaves once its person is on the list, with %s', async (_name, services) => {
    const { harness } = parts.current;
    const [listing, sending] = services();
    const to = newEmail();
    const { subjectId } = await ways[purpose](to);
    expect(await messageRows(harness, subjectId)).toMatchObject([{ purpose, state: 'waiting' }]);
    // Already claimed when the customer asks not to be contacted, so that only the check of the list can stop it.
    harness.clock.advance(60);
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('synthetic-worker', 100);
    const token = await givenStaffToken(listing);
    await listing.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email: to } });
    await queue.release('synthetic-worker', claimed);
    await sendBy(sending);
    expect(harness.mailbox.to(to)).toEqual([]);
    expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'failed', last_failure: 'suppressed' }]);
  });

  it('is not sent when it is no longer true, which is not a failure, and is sent when it is', async () => {
    const { harness } = parts.current;
    const [to, other] = [newEmail(), newEmail()];
    const { subjectId, overtake } = await ways[purpose](to);
    harness.clock.advance(60);
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('synthetic-worker', 100);
    await overtake();
    await queue.release('synthetic-worker', claimed);
    await sendBy(harness);
    expect(harness.mailbox.to(to)).toEqual([]);
    expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'withdrawn', last_failure: null }]);
    await ways[purpose](other);
    await sendBy(harness);
    expect(harness.mailbox.to(other)).toHaveLength(1);
  });
});
