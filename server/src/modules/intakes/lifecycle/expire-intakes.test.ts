import { beforeAll, describe, expect, it } from 'vitest';
import type { Query, TxDb } from '#platform/db';
import { startHarness, useHarness } from '#test/harness';
import { expireIntakes } from './lifecycle.ts';
import { lockExpiring } from '../status-store.ts';
import {
  acceptedStatuses,
  bringTo,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  poll,
  submit,
  sweep,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const statusOf = async (receipt: CreatedReceipt): Promise<string> => (await poll(harness.current, receipt)).body.status;

describe('an unanswered intake', () => {
  it('an unanswered intake expires fourteen days after its submission, not a second earlier; its consultation closes, its link is gone', async () => {
    const receipt = await givenIntake(harness.current);
    harness.current.clock.advance(daysInSeconds(14) - 1);
    await sweep(harness.current);
    expect(await statusOf(receipt)).toBe('received');
    harness.current.clock.advance(1);
    await sweep(harness.current);
    const record = await team.record(receipt.intake_id);
    expect([record.status, record.consultation?.closed_at]).toEqual([
      'expired',
      harness.current.clock.now().toISOString(),
    ]);
    expect(await eventTypes(harness.current, receipt.intake_id)).toEqual(['intake.received', 'intake.expired']);
    const { body } = await poll(harness.current, receipt);
    expect([body.customer_confirmation_url, body.customer_message]).toEqual([null, null]);
  });

  it.each(acceptedStatuses)(
    'an unanswered intake that is %s by then follows the rule that only undecided ones expire',
    async (status) => {
      const receipt = await givenIntake(harness.current);
      await bringTo(harness.current, receipt, status);
      harness.current.clock.advance(daysInSeconds(14));
      const before = await eventTypes(harness.current, receipt.intake_id);
      await sweep(harness.current);
      const waiting = ['received', 'welcome_sent', 'contact_attempted'].includes(status);
      expect(await statusOf(receipt)).toBe(waiting ? 'expired' : status);
      const after = await eventTypes(harness.current, receipt.intake_id);
      expect(after).toEqual(waiting ? [...before, 'intake.expired'] : before);
    },
  );

  it('an unanswered intake expires by its submission time, not by its last change', async () => {
    const receipt = await givenIntake(harness.current);
    harness.current.clock.advance(daysInSeconds(13));
    await team.call(receipt.intake_id, 'no_answer');
    harness.current.clock.advance(daysInSeconds(1));
    await sweep(harness.current);
    expect(await statusOf(receipt)).toBe('expired');
  });

  it('an unanswered intake expires by the configured setting', async () => {
    const short = await startHarness({ intakeTtlDays: 1 });
    const receipt = await givenIntake(short);
    short.clock.advance(daysInSeconds(1));
    await sweep(short);
    expect((await poll(short, receipt)).body.status).toBe('expired');
    await short.close();
  });
});

describe('the sweeper', () => {
  it('the sweeper does at most its limit, the oldest first, and nothing twice', async () => {
    const first = await givenIntake(harness.current);
    harness.current.clock.advance(60);
    const rest = [await givenIntake(harness.current), await givenIntake(harness.current)];
    harness.current.clock.advance(daysInSeconds(14));
    expect(await expireIntakes(harness.current.ctx, 1)).toBe(1);
    expect(await statusOf(first)).toBe('expired');
    expect(await expireIntakes(harness.current.ctx, 100)).toBe(2);
    expect(await expireIntakes(harness.current.ctx, 100)).toBe(0);
    for (const receipt of [first, ...rest]) {
      expect(await eventTypes(harness.current, receipt.intake_id)).toEqual(['intake.received', 'intake.expired']);
    }
  });

  it('concurrent sweepers in many processes end each intake once', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => givenIntake(harness.current)));
    harness.current.clock.advance(daysInSeconds(14));
    const turns = await Promise.all(Array.from({ length: 6 }, () => expireIntakes(harness.current.ctx, 25)));
    await sweep(harness.current);
    expect(Math.max(...turns)).toBeLessThanOrEqual(25);
    for (const { intake_id: id } of many) {
      expect(await eventTypes(harness.current, id)).toEqual(['intake.received', 'intake.expired']);
    }
  });

  it('the sweeper and a customer who answers at the same moment do not both win', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => givenIntake(harness.current)));
    harness.current.clock.advance(daysInSeconds(14));
    const calls = customers.map(({ intake_id: id }) => team.call(id, 'confirmed'));
    const [answers] = await Promise.all([Promise.all(calls), sweep(harness.current), sweep(harness.current)]);
    await sweep(harness.current);
    for (const [index, { intake_id: id }] of customers.entries()) {
      const ending = answers[index]!.status === 200 ? 'intake.customer_confirmed' : 'intake.expired';
      expect(await eventTypes(harness.current, id)).toEqual(['intake.received', ending]);
    }
  });

  it('the sweeper reads only intakes that can expire, from the partial index', async () => {
    const { db } = harness.current.ctx;
    await db.many({
      text: `insert into intakes.intakes (id, status, agent_tier, agent, customer, consent, vehicle, loss, offer,
          attestation_version, discount_applied, priority_callback, created_at, status_at, expires_at)
        select 'int_old' || n, 'expired', 'anonymous', '{}', '{}', '{}', '{}', '{}', '{}', 'v', false, false, t, t, t
        from generate_series(1, 20000) as n, (values (timestamptz '2020-01-01')) as times(t)`,
      values: [],
    });
    await givenIntake(harness.current);
    await harness.current.owner.many({ text: 'analyze intakes.intakes', values: [] });
    const { text, values } = await questionOf((recorder) => lockExpiring(recorder, harness.current.clock.now(), 500));
    const plan = await db.many<Record<string, string>>({ text: `explain ${text}`, values });
    const lines = plan.map((row) => Object.values(row)[0]).join('\n');
    expect(lines).toContain('intakes_expiring');
    expect(lines).not.toMatch(/Seq Scan/);
  });
});

/** The statement that a store function sends. */
async function questionOf(ask: (db: TxDb) => Promise<unknown>): Promise<Query<unknown>> {
  const asked: Query<unknown>[] = [];
  await ask({
    many: async (query) => {
      asked.push(query);
      return [];
    },
    find: async () => undefined,
    write: () => undefined,
  });
  return asked[0]!;
}

describe('a customer whose intake expired', () => {
  it('a customer whose intake expired may be submitted again, and is welcomed again', async () => {
    const customer = { email: newEmail() };
    const first = await givenIntake(harness.current, { customer });
    await harness.current.sendMessages();
    await bringTo(harness.current, first, 'expired');
    const again = await submit(harness.current, minimalIntake({ customer }));
    expect([again.status, again.body.status]).toEqual([201, 'received']);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(customer.email).length).toBe(2);
  });
});
