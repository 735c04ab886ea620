import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { messageOwners } from '#app/message-sources';
import { messageQueue } from '#mount/customers/workers';
import { messagePurposes, type NewMessage } from '#modules/customers';
import { consultationOf, consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { givenHeld, givenSettled } from '#test/fixtures/handled-holds';
import type { Harness } from '#test/harness';
import { queueCode, queueNotice, queueRecovery } from '#test/fixtures/agent-mails';
import { portalMails } from '#test/fixtures/portal-mails';
import { startRotated } from '#test/fixtures/rotated-keys';
import { useCardHarness } from '#test/doubles/stripe';
import { givenDeviceMail, givenStaffToken } from '#testing/staff';
import { givenAppraisal } from '#testing/appraisals';
import { captureBody, givenCheckout, givenHold, deliverProviderEvents } from '#testing/checkout';
import { messageRows } from '#testing/customers';
import { givenIntake, givenTeam, newEmail, pressSent } from '#testing/intakes';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, press as answer } from '#testing/referrals';
import { pagePath, postForm, pressStop } from '#testing/owner-page';
import { callStaff, givenEndpoint, givenInstitution } from '#testing/webhooks';

const parts = useCardHarness();
let rotated: Harness;

beforeAll(async () => {
  rotated = await startRotated(parts.current.harness);
});
afterAll(() => rotated.close());
afterEach(() => parts.current.harness.mailbox.behave('accept'));

const days = 86_400;

/** A waiting message, and the action that makes it obsolete. */
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

/** Texts in response to a reply; `modules/replies` tests them. */
const repliesOnly = [messagePurposes.stopConfirmed, messagePurposes.help, messagePurposes.answer] as const;

type MailPurpose = Exclude<NewMessage['purpose'], (typeof repliesOnly)[number]>;

const isMail = (purpose: NewMessage['purpose']): purpose is MailPurpose =>
  !(repliesOnly as readonly string[]).includes(purpose);

async function sendFrom(id: string, template: string): Promise<void> {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness);
  const body = { template, channel: 'email' };
  expect((await harness.call('POST', `/api/staff/v1/cases/${id}/messages`, { token, body })).status).toBe(200);
}

/** Sent after a call without an answer; the next call makes it obsolete. */
async function givenTemplate(to: string, outcome: 'voicemail' | 'no_answer'): Promise<Waiting> {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness);
  const customer = { email: to, phone: newCustomer().phone };
  const { id } = await consultationOrigins.membership(harness, { customer, token });
  const log = (said: string) =>
    harness.call('POST', `/api/staff/v1/queue/${id}/calls`, { token, body: { outcome: said } });
  expect((await log(outcome)).status).toBe(200);
  await sendFrom(id, outcome === 'voicemail' ? 'voicemail' : 'missed_call');
  return { subjectId: id, overtake: () => log('confirmed') };
}

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
  'page.link': async (to) => {
    const { harness } = parts.current;
    const consent = { attestation: 'The customer asked for this.', notify_customer: false };
    const { intake_id: sourceId } = await givenIntake(harness, { customer: { email: to }, consent });
    await (await givenTeam(harness)).call(sourceId, 'confirmed');
    const id = await consultationOf(harness, sourceId);
    await postForm(harness, `${await pagePath(harness, id)}/link`, { renew: 'true' });
    return { subjectId: id, overtake: () => pressStop(harness, id) };
  },
  'agents.code': (to) => queueCode(parts.current.harness, to),
  'agents.recovery': (to) => queueRecovery(parts.current.harness, to),
  'agents.notice': (to) => queueNotice(parts.current.harness, to),
  'checkout.link': async (to) => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { contacts: { email: to, phone: undefined }, link: true });
    return {
      subjectId: checkout.consultationId,
      overtake: () => givenHold(parts.current, checkout, 'representation'),
    };
  },
  'consultation.confirmed': async (to) => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness, { customer: { email: to, phone: newCustomer().phone } });
    await pressSent(harness, receipt, { via: 'email' });
    const token = await givenStaffToken(harness);
    const record = await harness.call('GET', `/api/staff/v1/intakes/${receipt.intake_id}`, { token });
    const call = { token, body: { outcome: 'confirmed' } };
    return {
      subjectId: record.body.consultation.id,
      overtake: () => harness.call('POST', `/api/staff/v1/intakes/${receipt.intake_id}/calls`, call),
    };
  },
  'consultation.settled': async (to) => {
    const { harness } = parts.current;
    const { consultationId } = await givenCheckout(harness, { contacts: { email: to, phone: undefined } });
    const call = { harness, token: await givenStaffToken(harness) };
    await callStaff(call, `POST /consultations/${consultationId}/settlement`, {
      settlement: { value_cents: 1_200_000 },
    });
    const unsettle = 'update consultations.consultations set settled_at = null where id = $1';
    return { subjectId: consultationId, overtake: () => harness.ctx.db.pool.query(unsettle, [consultationId]) };
  },
  'checkout.hold-placed': async (to) => {
    const { holdId, post } = await givenHeld(parts.current, to);
    return { subjectId: holdId, overtake: () => post('release') };
  },
  'checkout.released': async (to) => {
    const { holdId, post, update } = await givenHeld(parts.current, to);
    await post('release');
    return { subjectId: holdId, overtake: () => update(`state = 'held', ended_at = null`) };
  },
  'checkout.refunded': async (to) => {
    const { holdId, post, update } = await givenHeld(parts.current, to);
    await post('capture', captureBody);
    await post('refund', { reason: 'goodwill', seen_refunded_cents: 0 });
    return { subjectId: holdId, overtake: () => update('refunded_cents = 0') };
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
  'checkout.charge-failed': async (to) => {
    const { holdId, post } = await givenSettled(parts.current, to, 'declines later');
    expect((await post('capture', captureBody)).body.code).toBe('provider_refused');
    return { subjectId: holdId, overtake: () => post('release') };
  },
  'checkout.receipt': async (to) => {
    const { holdId, post } = await givenSettled(parts.current, to, 'good');
    await post('capture', captureBody);
    const body = { reason: 'charged_in_error', seen_refunded_cents: 0 };
    return { subjectId: holdId, overtake: () => post('refund', body) };
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
  'appraisal.released': async (to) => {
    const { harness } = parts.current;
    const appraisal = await givenAppraisal(harness, { email: to });
    await appraisal.compose();
    await appraisal.release();
    const lead = await givenStaffToken(harness, 'lead');
    return {
      subjectId: appraisal.consultationId,
      overtake: () => appraisal.post('/withdraw', { number: 1, reason: 'Synthetic.' }, lead),
    };
  },
  'case.voicemail': (to) => givenTemplate(to, 'voicemail'),
  'case.missed-call': (to) => givenTemplate(to, 'no_answer'),
  'case.options-ready': async (to) => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { contacts: { email: to, phone: undefined } });
    // The link was sent at delivery; the next one has to wait a little.
    harness.clock.advance(601);
    await sendFrom(checkout.consultationId, 'options_ready');
    return {
      subjectId: checkout.consultationId,
      overtake: () => givenHold(parts.current, checkout, 'representation'),
    };
  },
  'access.set-up': async (to) => {
    const { harness } = parts.current;
    const token = await givenStaffToken(harness);
    const body = { email: to, name: 'Synthetic Member' };
    const { body: invited } = await harness.call('POST', '/api/staff/v1/staff', { token, body });
    return { subjectId: invited.id, overtake: async () => harness.clock.advance(days) };
  },
  'access.new-device': (to) => givenDeviceMail(parts.current.harness, to),
  ...portalMails(() => parts.current.harness),
  'plans.statement': async (to) => {
    const { harness } = parts.current;
    const token = await givenStaffToken(harness);
    const { key, institutionId } = await givenPartner(harness, { livemode: true });
    const at = `/api/staff/v1/institutions/${institutionId}`;
    await harness.call('PATCH', at, { token, body: { billing_contact_email: to } });
    await givenEnrollment(harness, key, { effective_on: '2026-10-01' });
    await harness.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-10' } });
    const [{ id }] = (await harness.call('GET', `${at}/statements`, { token })).body.data;
    expect((await harness.call('POST', `${at}/statements/${id}/send`, { token })).status).toBe(200);
    const body = { status: 'void', note: 'synthetic' };
    return {
      subjectId: id,
      overtake: () => harness.call('POST', `${at}/statements/${id}/status`, { token, body }),
    };
  },
  'webhooks.endpoint-failing': (to) => givenWarning(to, 'failing_since'),
  'webhooks.deliveries-exhausted': (to) => givenWarning(to, 'exhausted_since'),
};

/** Most ways queue other messages too, before or when they become obsolete. */
const forgetOthers = (purpose: MailPurpose) =>
  parts.current.harness.ctx.db.pool.query('delete from customers.messages where purpose <> $1', [purpose]);

async function given(purpose: MailPurpose, to: string): Promise<Waiting> {
  const { subjectId, overtake } = await ways[purpose](to);
  await forgetOthers(purpose);
  return {
    subjectId,
    async overtake() {
      await overtake();
      await forgetOthers(purpose);
    },
  };
}

/** Runs the queue once in one service, a minute later, so that messages waiting for their first retry are due. */
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
    const { subjectId } = await given(purpose, to);
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

  it('the message is withdrawn without a failure when it is no longer true, and sent when it is', async () => {
    const { harness } = parts.current;
    const [to, other] = [newEmail(), newEmail()];
    const { subjectId, overtake } = await given(purpose, to);
    harness.clock.advance(60);
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('synthetic-worker', 100);
    await overtake();
    await queue.release('synthetic-worker', claimed);
    await sendBy(harness);
    expect(harness.mailbox.to(to)).toEqual([]);
    expect(await messageRows(harness, subjectId)).toMatchObject([{ state: 'withdrawn', last_failure: null }]);
    await given(purpose, other);
    await sendBy(harness);
    expect(harness.mailbox.to(other)).toHaveLength(1);
  });
});
