import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness } from '#test/harness';
import { intakeStatuses, type IntakeRequest, type Receipt } from '../schemas.ts';
import {
  acceptedStatuses,
  bringTo,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  submit,
  pressSent,
} from '../testing.ts';

// An intake expires in two weeks; its stored response is replayed for longer here, so that both can be seen.
const harness = useHarness({ idempotencyTtlHours: 1000 });

type Seen = { readonly answer: string; readonly status: number; readonly receipt: Receipt };

/** Receipts of every kind and status: first responses, replays, neutral ones, and later polls. */
const seen: Seen[] = [];
const seenAs = (answer: string): Receipt => seen.find((one) => one.answer === answer)!.receipt;
const undecided = ['received', 'welcome_sent', 'contact_attempted'];

let key = '';
let requests = 0;

async function send(answer: string, request: IntakeRequest, headers: Record<string, string>) {
  const { status, body } = await submit(harness.current, request, { token: key, headers });
  seen.push({ answer, status, receipt: body });
  return body;
}

async function look(answer: string, id: string): Promise<void> {
  const { status, body } = await harness.current.call('GET', `/api/agent/v1/intakes/${id}`, { token: key });
  seen.push({ answer, status, receipt: body });
}

const fullCustomer = () => ({ first_name: 'Ann', email: newEmail(), phone: newPhone() });
const named = () => ({ 'idempotency-key': `receipt-${(requests += 1)}` });

beforeAll(async () => {
  ({ key } = await givenAgent(harness.current));
  // The one that expires comes first: advancing the clock would expire the others too.
  for (const status of acceptedStatuses.toReversed()) {
    const request = minimalIntake({ external_ref: status, customer: fullCustomer() });
    const headers = named();
    const receipt = await send(`201 of ${status}`, request, headers);
    await bringTo(harness.current, receipt, status);
    await look(`poll of ${status}`, receipt.intake_id);
    await send(`replay of ${status}`, request, headers);
  }
  const open = minimalIntake({ external_ref: 'duplicate', customer: fullCustomer() });
  await pressSent(harness.current, (await submit(harness.current, open)).body, { via: 'email' });
  const neutral = {
    duplicate: open,
    not_eligible: minimalIntake({ external_ref: 'not_eligible', loss: { loss_state: 'ZZ' } }),
  };
  for (const [status, request] of Object.entries(neutral)) {
    const headers = named();
    const { intake_id: id } = await send(status, request, headers);
    await look(`poll of ${status}`, id);
    await send(`replay of ${status}`, request, headers);
  }
});

const required = [
  'intake_id',
  'status',
  'external_ref',
  'customer_confirmation_url',
  'customer_message',
  'contact_policy',
  'agent_tier',
  'pricing',
  'checkout',
  'priority_callback',
  'preliminary',
  'missing_fields',
  'poll_url',
  'docs_url',
];

describe('every receipt', () => {
  it('every receipt has the fourteen members, poll_token only in the 201, idempotent_replay only in a replay, and no others [A-RECEIPT-001, A-RECEIPT-002, A-RECEIPT-016, A-RECEIPT-018]', () => {
    expect(seen.length).toBe(27);
    for (const { answer, status, receipt } of seen) {
      const extra = answer.startsWith('201')
        ? ['poll_token']
        : answer.startsWith('replay')
          ? ['idempotent_replay']
          : [];
      expect([answer, status]).toEqual([answer, answer.startsWith('201') ? 201 : 200]);
      expect([answer, Object.keys(receipt).toSorted()]).toEqual([answer, [...required, ...extra].toSorted()]);
      if (answer.startsWith('replay')) expect(receipt.idempotent_replay).toBe(true);
    }
  });

  it('every receipt shows one of nine statuses: received in the 201, the neutral ones with 200, the current one to a poll [A-RECEIPT-004, A-RECEIPT-025, A-RECEIPT-027]', () => {
    for (const status of intakeStatuses) expect([status, seenAs(`poll of ${status}`).status]).toEqual([status, status]);
    for (const status of acceptedStatuses) {
      expect(seenAs(`201 of ${status}`).status).toBe('received');
      expect(seenAs(`replay of ${status}`).status).toBe('received');
    }
    expect([seenAs('duplicate').status, seenAs('not_eligible').status]).toEqual(['duplicate', 'not_eligible']);
  });

  it('every receipt echoes external_ref, with null when none was sent [A-RECEIPT-005, A-RECEIPT-006]', async () => {
    for (const { answer, receipt } of seen) expect(answer.endsWith(receipt.external_ref!)).toBe(true);
    const { text } = await submit(harness.current);
    expect(text).toContain('"external_ref":null');
  });

  it('every receipt has its id and status address, and the address works as it is [A-RECEIPT-003, A-RECEIPT-015]', async () => {
    const { body: created } = await submit(harness.current);
    expect(created.poll_url).toBe(`http://makewhole.test/api/agent/v1/intakes/${created.intake_id}`);
    const polled = await harness.current.call('GET', new URL(created.poll_url).pathname, { token: created.poll_token });
    expect([polled.status, polled.body.intake_id]).toEqual([200, created.intake_id]);
    expect(new Set(seen.map(({ receipt }) => receipt.intake_id)).size).toBe(intakeStatuses.length);
    for (const { receipt } of seen) expect(receipt.intake_id).toMatch(/^int_[0-9A-Za-z]{24}$/);
  });

  it('every receipt links the documentation, and that page exists [A-RECEIPT-017]', async () => {
    for (const { receipt } of seen) expect(receipt.docs_url).toBe('http://makewhole.test/developers/agent');
    const page = await harness.current.call('GET', '/developers/agent');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('every receipt has link and message while the link works and null for both afterward [A-RECEIPT-007, A-RECEIPT-008, A-RECEIPT-026]', () => {
    for (const { answer, receipt } of seen) {
      const works = undecided.includes(receipt.status);
      const link = works ? expect.stringMatching(/^http:\/\/makewhole\.test\/c\/[0-9A-Za-z]{32}$/) : null;
      expect([answer, receipt.customer_confirmation_url]).toEqual([answer, link]);
      expect([answer, typeof receipt.customer_message]).toEqual([answer, works ? 'string' : 'object']);
    }
  });

  it('every receipt shows the same link to every poll, and that link is the customer’s page', async () => {
    for (const status of undecided) {
      const url = seenAs(`201 of ${status}`).customer_confirmation_url!;
      expect(seenAs(`poll of ${status}`).customer_confirmation_url).toBe(url);
      const page = await harness.current.call('GET', linkPath({ customer_confirmation_url: url }));
      expect(page.status).toBe(200);
    }
  });

  it('every receipt has a message that carries the link, names the agent and announces a call by a person [A-RECEIPT-009, A-RECEIPT-010, A-INTAKE-018]', () => {
    const { customer_message: message, customer_confirmation_url: url } = seenAs('poll of received');
    expect(message).toBe(
      `Hi Ann, Synthetic Agent says you asked us to look at your total-loss claim. Tap to confirm that you want the free consultation: ${url} A person from our team will call you to confirm the request came from you or your representative. We never place automated calls.`,
    );
  });

  it('a receipt without a callable number promises no call, and states when there will be one [A-RECEIPT-010]', async () => {
    const said = async (customer: { email?: string; phone?: string }) => {
      const { body } = await submit(harness.current, minimalIntake({ customer }));
      return body.customer_message.replace(body.customer_confirmation_url, '(link)');
    };
    const without =
      'Hi, Synthetic Agent says you asked us to look at your total-loss claim. Tap to confirm that you want the free consultation: (link) We have no number that we can call you at: once you give us one, a person from our team will call you to confirm the request came from you or your representative. We never place automated calls.';
    expect(await said({ email: newEmail() })).toBe(without);
    // An unassigned area code.
    expect(await said({ email: newEmail(), phone: '2115550100' })).toBe(without);
    expect(await said({ phone: newPhone() })).toContain('(link) A person from our team will call you to confirm');
  });

  it('every receipt has registered with a valid key and anonymous without [A-RECEIPT-011, A-RECEIPT-012, A-INTAKE-003]', async () => {
    const keyed = await submit(harness.current, minimalIntake(), { token: key });
    const bare = await submit(harness.current);
    expect([keyed.status, keyed.body.agent_tier]).toEqual([201, 'registered']);
    expect([bare.status, bare.body.agent_tier]).toEqual([201, 'anonymous']);
    for (const { receipt } of seen) expect(receipt.agent_tier).toBe('registered');
  });

  it('every receipt is the same with a key when the platform is not the registered one', async () => {
    const agent = { name: 'Synthetic Agent', platform: `other-${crypto.randomUUID().slice(0, 8)}` };
    const { status, body } = await submit(harness.current, minimalIntake({ agent }), { token: key });
    expect([status, body.agent_tier]).toEqual([201, 'registered']);
  });

  it('no receipt has checkout links before the consultation is delivered [A-RECEIPT-019, A-RECEIPT-020, A-RECEIPT-021, A-RECEIPT-023]', () => {
    for (const { receipt } of seen) {
      expect(receipt.checkout).toEqual({
        model: 'pre-authorization',
        research_url: null,
        representation_url: null,
        note: expect.stringMatching(/./),
      });
    }
  });

  it('every receipt has a priority_callback that is false for customer_directed [A-RECEIPT-013]', () => {
    for (const { receipt } of seen) expect(receipt.priority_callback).toBe(false);
  });

  it('every receipt lists missing fields by dotted names, and nothing if neutral [A-RECEIPT-014]', () => {
    for (const { receipt } of seen) {
      const neutral = receipt.status === 'duplicate' || receipt.status === 'not_eligible';
      if (neutral) expect(receipt.missing_fields).toEqual([]);
      else expect(receipt.missing_fields).toEqual(expect.arrayContaining(['vehicle.vin', 'loss.zip']));
      for (const name of receipt.missing_fields) expect(name).toMatch(/^(vehicle|loss|offer|customer)\.[a-z_]+$/);
    }
  });

  it('every receipt has a contact policy of five members: a person calls, never a machine [A-CONTACT-001, A-CONTACT-004, A-CONTACT-005, A-CONTACT-006]', () => {
    for (const { receipt } of seen) {
      expect(receipt.contact_policy).toEqual({
        will_email: expect.any(Boolean),
        will_text: expect.any(Boolean),
        will_call: receipt.status !== 'not_eligible',
        call_purpose:
          'confirm the request came from the customer or their representative/agent and that they want the free appraisal consultation',
        automated_calls: false,
      });
    }
  });

  it('every receipt has prices in cents of two services and one discount, none for the consultation [A-PRICE-001, A-PRICE-002, A-PRICE-003, A-PRICE-004, A-PRICE-006, A-PRICE-007, A-PRICE-010, A-PRICE-011, A-CONTACT-009]', () => {
    for (const { receipt } of seen) {
      const { discount, representation } = receipt.pricing;
      expect(receipt.pricing).toEqual({
        currency: 'USD',
        research: { list_cents: 19_900, your_price_cents: 19_900 },
        representation: { list_cents: 49_700, your_price_cents: 49_700 - discount.amount_cents },
        discount: {
          applied: receipt.status !== 'not_eligible',
          amount_cents: receipt.status === 'not_eligible' ? 0 : 2500,
          applies_to: 'representation',
          note: expect.stringMatching(/./),
        },
      });
      for (const cents of Object.values(representation)) expect(Number.isInteger(cents)).toBe(true);
    }
  });
});
