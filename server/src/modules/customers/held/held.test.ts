import { describe, expect, it } from 'vitest';
import { givenTeam, minimalIntake, newEmail, newPhone, poll, press, submit, sweep } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { budgetsOf } from '#test/fixtures/test-settings';
import { messageRows } from '../testing.ts';
import type { HeldGroups } from './held-schemas.ts';

const harness = useHarness({ budgets: budgetsOf({ email: { address: 1, recipientDay: 2 } }) });

async function submitFrom(address: string, customer: Record<string, string> = { email: newEmail() }) {
  const options = { headers: { 'x-forwarded-for': address } };
  const { status, body } = await submit(harness.current, minimalIntake({ customer }), options);
  expect(status).toBe(201);
  return body;
}

const list = async (token: string): Promise<HeldGroups['data']> =>
  (await harness.current.call('GET', '/api/staff/v1/messages/held', { token })).body.data;

const decide = (token: string, id: string, decision: 'allow' | 'drop') =>
  harness.current.call('POST', `/api/staff/v1/messages/held/${id}/${decision}`, { token });

const stateOf = async (intakeId: string) => (await messageRows(harness.current, intakeId)).map(({ state }) => state);

/** Why messages about this intake were not sent, according to the ledger. */
async function whyUnsent(intakeId: string): Promise<unknown[]> {
  const { db, vault } = harness.current.ctx;
  const text = `select id, encrypted_details from consent.entries where subject_id = $1 and kind = 'message_not_sent'`;
  const rows = await db.many<{ id: string; encrypted_details: Buffer }>({ text, values: [intakeId] });
  return rows.map(
    ({ id, encrypted_details: sealed }) => JSON.parse(vault.decrypt(sealed, `consent.entries/${id}`)).why,
  );
}

describe('held messages', () => {
  it('held messages are listed by the limit that holds them, and are sent once an administrator allows them', async () => {
    const { mailbox } = harness.current;
    const team = await givenTeam(harness.current);
    await submitFrom('192.0.2.1');
    const email = newEmail();
    const receipt = await submitFrom('192.0.2.1', { email });
    await harness.current.sendMessages();
    expect([mailbox.to(email).length, receipt.contact_policy.will_email]).toEqual([0, false]);
    expect((await team.record(receipt.intake_id)).messages).toMatchObject([{ state: 'held', held_by: 'budget' }]);
    const [group] = await list(team.token);
    expect(group).toEqual({
      id: expect.stringMatching(/^hld_[0-9a-f]{24}$/),
      kind: 'address',
      whose: '192.0.2.1',
      mails: 1,
      texts: 0,
      oldest_at: harness.current.clock.now().toISOString(),
    });
    expect((await decide(team.token, group!.id, 'allow')).body).toEqual({ changed: 1, more: false });
    expect((await poll(harness.current, receipt)).body.contact_policy.will_email).toBe(true);
    await harness.current.sendMessages();
    expect(mailbox.to(email).length).toBe(1);
    expect((await poll(harness.current, receipt)).body).toMatchObject({
      status: 'welcome_sent',
      contact_policy: { will_email: true },
    });
    expect(await list(team.token)).toEqual([]);
    const trail = await harness.current.call('GET', `/api/staff/v1/audit?subject_id=${group!.id}`, {
      token: team.token,
    });
    expect(trail.body.data).toMatchObject([{ operation: 'customers.allow-held', subject_id: group!.id }]);
  });

  it('held messages of a recipient show a masked contact, and are withdrawn when an administrator drops them', async () => {
    const team = await givenTeam(harness.current);
    const email = newEmail();
    const vin = (number: number) => ({ vehicle: { vin: `SYNTHET1CVN00000${number}` } });
    const receipts = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const body = minimalIntake({ customer: { email }, ...vin(turn) });
      receipts.push((await submit(harness.current, body, { headers: { 'x-forwarded-for': `198.51.${turn}.1` } })).body);
    }
    const [group] = await list(team.token);
    expect(group).toMatchObject({ kind: 'recipient', whose: 'o•••@example.com', mails: 1 });
    expect((await decide(team.token, group!.id, 'drop')).body).toEqual({ changed: 1, more: false });
    expect(await whyUnsent(receipts[2].intake_id)).toEqual(['dropped']);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email).length).toBe(2);
    expect(await stateOf(receipts[2].intake_id)).toEqual(['withdrawn']);
    expect((await poll(harness.current, receipts[2])).body.contact_policy.will_email).toBe(false);
    // A call without an answer releases no message.
    await team.call(receipts[2].intake_id, 'no_answer');
    const { status, contact_policy: policy } = (await poll(harness.current, receipts[2])).body;
    expect([status, policy.will_email]).toEqual(['contact_attempted', false]);
    expect((await decide(team.token, group!.id, 'drop')).status).toBe(404);
  });

  it('held messages are withdrawn with their case, and by do-not-contact', async () => {
    const team = await givenTeam(harness.current);
    await submitFrom('192.0.2.2');
    const declined = await submitFrom('192.0.2.2');
    await press(harness.current, declined, 'decline');
    expect(await stateOf(declined.intake_id)).toEqual(['withdrawn']);
    const email = newEmail();
    const stopped = await submitFrom('192.0.2.2', { email, phone: newPhone() });
    await team.post('/do-not-contact', { email });
    expect(
      (await messageRows(harness.current, stopped.intake_id)).find(({ channel }) => channel === 'email'),
    ).toMatchObject({ state: 'failed', last_failure: 'suppressed' });
    expect(await list(team.token)).toEqual([]);
  });

  it('held messages end after seven days, and are measured until then', async () => {
    const { ctx, clock } = harness.current;
    await submitFrom('192.0.2.3');
    const { intake_id: id } = await submitFrom('192.0.2.3');
    clock.advance(7 * 86_400 - 1);
    await sweep(harness.current);
    expect(await stateOf(id)).toEqual(['held']);
    expect(await ctx.metrics.registry.metrics()).toContain('makewhole_customers_messages_held{kind="address"} 1');
    clock.advance(2);
    await sweep(harness.current);
    expect(await stateOf(id)).toEqual(['withdrawn']);
    expect(await whyUnsent(id)).toEqual(['held_too_long']);
    expect(await ctx.metrics.registry.metrics()).toContain('makewhole_customers_messages_held{kind="address"} 0');
  });

  it('held messages are for administrators only', async () => {
    const caller = await givenStaffToken(harness.current, 'caller');
    const id = `hld_${'0'.repeat(24)}`;
    for (const token of [caller, undefined]) {
      const options = token === undefined ? {} : { token };
      const refused = token === undefined ? 401 : 403;
      expect((await harness.current.call('GET', '/api/staff/v1/messages/held', options)).status).toBe(refused);
      for (const decision of ['allow', 'drop'])
        expect(
          (await harness.current.call('POST', `/api/staff/v1/messages/held/${id}/${decision}`, options)).status,
        ).toBe(refused);
    }
    const administrator = await givenStaffToken(harness.current);
    expect((await decide(administrator, id, 'allow')).status).toBe(404);
    expect((await decide(administrator, 'hld_short', 'allow')).status).toBe(404);
  });
});
