import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { givenAgent } from '#testing/agents';
import { minimalIntake, newEmail, newPhone, poll, submit, type CreatedReceipt } from '#testing/intakes';
import { testMail, testPurpose } from '#test/fixtures/test-messages';
import { useHarness, type Harness } from '#test/harness';
import { useTextHarness } from '#test/doubles/twilio';
import { budgetsOf } from '#test/fixtures/test-settings';
import { queueMessage } from '../messages/queue-message.ts';
import { purgeBudgets } from './budgets.ts';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const submitFrom = async (
  harness: Harness,
  address: string,
  customer: Record<string, string> = { email: newEmail() },
) => {
  const { status, body } = await submit(harness, minimalIntake({ customer }), from(address));
  expect(status).toBe(201);
  return body as CreatedReceipt;
};

const states = async ({ ctx }: Harness) =>
  Object.fromEntries(
    (
      await ctx.db.pool.query<{ state: string; count: number }>(
        'select state, count(*)::integer as count from customers.messages group by state',
      )
    ).rows.map(({ state, count }) => [state, count]),
  );

describe('a budget of ten emails', () => {
  const harness = useHarness({ budgets: budgetsOf({ email: { global: 10 } }) });

  it('a budget of ten lets exactly ten of a hundred concurrent emails leave, and no receipt promises a held one', async () => {
    const receipts = await Promise.all(
      Array.from({ length: 100 }, (_, index) => submitFrom(harness.current, `198.18.${index}.1`)),
    );
    expect(receipts.filter(({ contact_policy: policy }) => policy.will_email).length).toBe(10);
    expect(await states(harness.current)).toEqual({ waiting: 10, held: 90 });
    await harness.current.sendMessages();
    expect(harness.current.mailbox.received.length).toBe(10);
    const held = receipts.find(({ contact_policy: policy }) => !policy.will_email);
    expect((await poll(harness.current, held!)).body.contact_policy.will_email).toBe(false);
  });

  it('a budget is full again the next day, and the old day’s count is deleted a week later', async () => {
    const { ctx, clock } = harness.current;
    clock.advance(12 * 3600);
    expect((await submitFrom(harness.current, '198.18.0.1')).contact_policy.will_email).toBe(true);
    expect(await purgeBudgets(ctx, 500)).toBe(0);
    clock.advance(8 * 86_400);
    expect(await purgeBudgets(ctx, 500)).toBeGreaterThan(0);
    expect((await ctx.db.pool.query('select from customers.budgets')).rowCount).toBe(0);
  });
});

describe('a budget that is counted in parts', () => {
  const harness = useHarness({ budgets: budgetsOf({ email: { global: 1600 } }) });
  const queue = (count: number) =>
    transact(harness.current.ctx, async (tx) =>
      queueMessage(
        tx,
        ...Array.from({ length: count }, () => ({
          purpose: testPurpose,
          subjectId: 'sub_parts',
          content: { channel: 'email', to: newEmail(), mail: testMail() } as const,
        })),
      ),
    );

  it('a budget counted in parts is used up exactly, by many senders at once and by few together', async () => {
    await queue(1500);
    await Promise.all([...Array.from({ length: 60 }, () => queue(1)), queue(30), queue(25)]);
    expect(await states(harness.current)).toEqual({ waiting: 1600, held: 15 });
    const { rows } = await harness.current.ctx.db.pool.query(
      'select scope, sum(spent)::integer as spent, count(*)::integer as parts from customers.budgets group by scope',
    );
    expect(rows).toEqual([{ scope: 'global', spent: 1600, parts: 16 }]);
  });
});

describe('budgets by actor', () => {
  const harness = useHarness({
    budgets: budgetsOf({ email: { address: 2, network: 3, agent: 2 }, text: { address: 1 } }),
  });
  const willEmail = async (address: string) => (await submitFrom(harness.current, address)).contact_policy.will_email;

  it.each([
    ['an IPv4 address and its /24', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'], '192.0.3.1'],
    [
      'an IPv6 /64 and its /48',
      ['2001:db8:1::1', '2001:db8:1::2', '2001:db8:1::3', '2001:db8:1:1::1', '2001:db8:1:2::1'],
      '2001:db8:2::1',
    ],
  ])('a budget counts %s', async (_what, addresses, elsewhere) => {
    const sent: boolean[] = [];
    for (const address of addresses) sent.push(await willEmail(address));
    expect(sent).toEqual([true, true, false, true, false]);
    expect(await willEmail(elsewhere)).toBe(true);
  });

  it('a budget counts an agent across its addresses, not each address', async () => {
    const { key } = await givenAgent(harness.current);
    const sent: boolean[] = [];
    for (const address of ['203.0.113.1', '198.51.100.1', '203.0.113.1']) {
      const { body } = await submit(harness.current, minimalIntake(), { token: key, ...from(address) });
      sent.push(body.contact_policy.will_email);
    }
    expect(sent).toEqual([true, true, false]);
    expect(await willEmail('203.0.113.1')).toBe(true);
  });

  it('a budget holds one channel and not the other', async () => {
    const policies = [];
    for (let turn = 0; turn < 2; turn += 1)
      policies.push(
        (await submitFrom(harness.current, '198.51.100.77', { email: newEmail(), phone: newPhone() })).contact_policy,
      );
    expect(policies).toMatchObject([
      { will_email: true, will_text: true },
      { will_email: true, will_text: false },
    ]);
  });

  it('a budget does not count an address that many clients share', async () => {
    const sent: boolean[] = [];
    for (let turn = 0; turn < 4; turn += 1) sent.push(await willEmail('104.16.0.1'));
    expect(sent).toEqual([true, true, true, true]);
  });
});

describe('one mailbox under many addresses', () => {
  const harness = useHarness();

  it('one mailbox gets three of a hundred and twenty welcomes, sent one after another or at once', async () => {
    const tagged = (index: number, name: string) => ({ email: `${name}+${index}@example.com` });
    const dotted = (index: number) => ({
      email: `${[...'robinowner'].join(index % 2 === 0 ? '.' : '')}+${index}@GoogleMail.com`,
    });
    let promised = 0;
    for (let index = 0; index < 60; index += 1)
      if ((await submitFrom(harness.current, '192.0.2.1', tagged(index, 'robin'))).contact_policy.will_email)
        promised += 1;
    const receipts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => submitFrom(harness.current, '192.0.2.1', dotted(index))),
    );
    promised += receipts.filter(({ contact_policy: policy }) => policy.will_email).length;
    await harness.current.sendMessages();
    expect([promised, harness.current.mailbox.received.length]).toEqual([6, 6]);
  });
});

describe('a number that is never texted', () => {
  const parts = useTextHarness();

  it.each([
    ['in Jamaica', '+18765550142'],
    ['in Grenada', '(473) 555-0142'],
    ['in Toronto', '416-555-0142'],
    ['that costs by the minute', '900-555-0142'],
    ['that costs by the minute in any area', '212-976-0142'],
    ['of directory assistance', '212-555-1212'],
    ['that is toll-free', '800-555-0142'],
    ['of no area', '555-555-0142'],
    ['of a service code', '211-555-0142'],
    ['whose exchange is a service code', '212-911-0142'],
  ])('the number %s is stored, but never promised or sent a text', async (_where, phone) => {
    const { harness, twilio } = parts.current;
    const before = twilio.received.length;
    const { status, body } = await submit(harness, minimalIntake({ customer: { phone } }));
    expect([status, body.contact_policy.will_text, body.contact_policy.will_call]).toEqual([201, false, true]);
    await harness.sendMessages();
    expect(twilio.received.length).toBe(before);
    const { rows } = await harness.ctx.db.pool.query(
      `select m.state, m.last_failure, c.phone_hash is null as unqueued from customers.messages m
       join consultations.consultations c on c.source_id = m.subject_id where m.subject_id = $1`,
      [body.intake_id],
    );
    expect(rows).toEqual([{ state: 'failed', last_failure: 'number_not_texted', unqueued: true }]);
    const ledger = await harness.ctx.db.pool.query(
      `select cardinality(contact_hashes) as contacts from consent.entries
       where subject_id = $1 and kind = 'message_not_sent'`,
      [body.intake_id],
    );
    expect(ledger.rows).toEqual([{ contacts: 1 }]);
  });
});
