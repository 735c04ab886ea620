import { beforeAll, describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { givenAgent } from '#testing/agents';
import { pagePath, postForm } from '#testing/owner-page';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import {
  acceptedStatuses,
  bringTo,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  pressSent,
  submit,
  type AcceptedStatus,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
let key = '';
beforeAll(async () => {
  team = await givenTeam(harness.current);
  ({ key } = await givenAgent(harness.current));
});

const { attestation } = minimalIntake().consent;

/** Whether a customer may get messages: if the agent asked for them, or once they were reached; never after the end. */
const writable: Record<'told' | 'relayed', Record<AcceptedStatus, boolean>> = {
  told: {
    received: true,
    welcome_sent: true,
    contact_attempted: true,
    customer_confirmed: true,
    consultation_active: true,
    declined: false,
    expired: false,
  },
  relayed: {
    received: false,
    welcome_sent: false,
    contact_attempted: true,
    customer_confirmed: true,
    consultation_active: true,
    declined: false,
    expired: false,
  },
};

const customers: Record<string, () => IntakeRequest['customer']> = {
  'an email': () => ({ email: newEmail() }),
  'a phone': () => ({ phone: newPhone() }),
  both: () => ({ email: newEmail(), phone: newPhone() }),
};

const cases = Object.keys(customers).flatMap((contacts) =>
  acceptedStatuses.flatMap((status) => [
    { contacts, status, notify: true },
    // No message is sent, so no transport can have accepted one.
    ...(status === 'welcome_sent' ? [] : [{ contacts, status, notify: false }]),
  ]),
);

describe('the contact policy of an intake', () => {
  it.each(cases.filter(({ contacts, status }) => status !== 'welcome_sent' || contacts !== 'a phone'))(
    'the contact policy with $contacts, notify_customer $notify, in $status follows the channel and the status [A-CONTACT-002, A-CONTACT-003]',
    async ({ contacts, status, notify }) => {
      const customer = customers[contacts]!();
      const receipt = await givenIntake(harness.current, {
        customer,
        consent: { attestation, notify_customer: notify },
      });
      const mayWrite = (now: AcceptedStatus) => writable[notify ? 'told' : 'relayed'][now];
      const policy = (now: AcceptedStatus) => ({
        will_email: mayWrite(now) && customer.email !== undefined,
        will_text: mayWrite(now) && customer.phone !== undefined,
        will_call: true,
      });
      expect(receipt.contact_policy).toMatchObject(policy('received'));
      await bringTo(harness.current, receipt, status);
      const { body } = await poll(harness.current, receipt);
      expect(body.status).toBe(status);
      expect(body.contact_policy).toMatchObject(policy(status));
    },
  );
});

describe('the contact policy after a stop', () => {
  const given = async (changes: Partial<IntakeRequest> = {}) => {
    const email = newEmail();
    const receipt = await givenIntake(harness.current, { customer: { email, phone: newPhone() }, ...changes });
    const consultationId = await consultationOf(harness.current, receipt.intake_id);
    const promised = async () => {
      const { body } = await poll(harness.current, receipt);
      const { will_email: email, will_text: text, will_call: call } = body.contact_policy;
      return [email, text, call, body.customer_message === null, body.customer_confirmation_url];
    };
    return { email, consultationId, promised, url: receipt.customer_confirmation_url };
  };
  const setChannels = async (consultationId: string, channels: Record<string, string>) =>
    postForm(harness.current, `${await pagePath(harness.current, consultationId)}/channels`, {
      channels: 'set',
      ...channels,
    });

  it('the contact policy after a stop by email promises no message, keeps the call, and returns nothing to relay', async () => {
    for (const notify of [true, false]) {
      const { email, promised, url } = await given({ consent: { attestation, notify_customer: notify } });
      expect(await promised()).toEqual([notify, notify, true, false, url]);
      const link = stopUrl(harness.current.ctx, { contacts: { email, phone: undefined } });
      expect((await postForm(harness.current, new URL(link).pathname, { decision: 'stop' })).status).toBe(200);
      expect(await promised()).toEqual([false, false, true, true, url]);
    }
  });

  it('the contact policy after one stopped channel promises the other channels, and all of them once it is allowed again', async () => {
    const { consultationId, promised, url } = await given();
    expect((await setChannels(consultationId, { email: 'stop' })).status).toBe(303);
    expect(await promised()).toEqual([false, true, true, false, url]);
    await setChannels(consultationId, { email: 'stop', text: 'stop' });
    expect(await promised()).toEqual([false, false, true, true, url]);
    await setChannels(consultationId, { call: 'stop' });
    expect(await promised()).toEqual([true, true, true, false, url]);
  });
});

describe('a warm handoff', () => {
  const consent = { attestation, mode: 'warm_handoff' as const };
  const board = async () =>
    (await harness.current.call('GET', '/api/staff/v1/board?limit=100', { token: team.token })).body.data;

  it('a warm handoff with a key and a phone queues a priority callback, first on the board [A-CONSENT-009]', async () => {
    const earlier = await givenIntake(harness.current, { customer: { phone: newPhone() } });
    const { status, body } = await submit(
      harness.current,
      minimalIntake({ consent, customer: { phone: newPhone() } }),
      { token: key },
    );
    expect([status, body.priority_callback]).toEqual([201, true]);
    const rows = await board();
    const places = [body.intake_id, earlier.intake_id].map((id) =>
      rows.findIndex((row: { source_id: string }) => row.source_id === id),
    );
    expect(rows[places[0]!].priority).toBe(true);
    expect(places[0]).toBeLessThan(places[1]!);
    expect((await team.record(body.intake_id)).priority_callback).toBe(true);
  });

  it('a warm handoff without a phone is accepted, without a callback, and asks for the phone [A-CONSENT-009]', async () => {
    const { status, body } = await submit(harness.current, minimalIntake({ consent }), { token: key });
    expect([status, body.priority_callback]).toEqual([201, false]);
    expect(body.missing_fields).toContain('customer.phone');
  });

  it('a warm handoff needs the agent’s request: a key and a phone alone are not enough [A-CONSENT-007, A-CONSENT-009, A-RECEIPT-013]', async () => {
    const modes = [{ attestation }, { attestation, mode: 'customer_directed' as const }];
    for (const directed of modes) {
      const { body } = await submit(
        harness.current,
        minimalIntake({ consent: directed, customer: { phone: newPhone() } }),
        { token: key },
      );
      expect(body.priority_callback).toBe(false);
      expect((await team.record(body.intake_id)).consent.mode).toBe('customer_directed');
    }
  });

  it('a warm handoff of a customer with a proven open case does not lead to a second call', async () => {
    const customer = { phone: newPhone() };
    await pressSent(harness.current, await givenIntake(harness.current, { customer }), { via: 'text' });
    const { body } = await submit(harness.current, minimalIntake({ consent, customer }), { token: key });
    expect([body.status, body.priority_callback]).toEqual(['duplicate', false]);
  });
});
