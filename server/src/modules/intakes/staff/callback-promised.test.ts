import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, addSeconds } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import {
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  newPhone,
  poll,
  press,
  sweep,
  type Team,
} from '../testing.ts';

const harness = useHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const customer = () => ({ phone: newPhone() });
const now = () => harness.current.clock.now();
const promise = (id: string, at?: Date) =>
  team.post(`/intakes/${id}/calls`, {
    outcome: 'callback_requested',
    ...(at === undefined ? {} : { callback_at: at.toISOString() }),
  });
const expiryOf = async (id: string) => new Date((await team.record(id)).expires_at);

describe('a callback that was promised for after the expiry of the intake', () => {
  it('a promised callback keeps the case open, its link working and the queue assigning it until two days after it', async () => {
    const receipt = await givenIntake(harness.current, { customer: customer(), loss: { zip: '10001' } });
    const id = receipt.intake_id;
    // At a time when calling is allowed everywhere in the country.
    const at = addSeconds(addDays(now(), 30), 6 * 3600);
    const answer = await promise(id, at);
    expect([answer.status, answer.body.expires_at]).toEqual([200, addDays(at, 2).toISOString()]);

    harness.current.clock.advance((at.getTime() - now().getTime()) / 1000);
    await sweep(harness.current);
    const { body } = await poll(harness.current, receipt);
    expect([body.status, body.customer_confirmation_url]).toEqual(['contact_attempted', expect.any(String)]);
    const next = await team.post('/queue/next', undefined);
    expect([next.body.consultation?.source_id, next.body.may_call]).toEqual([id, true]);
    expect((await team.call(id, 'no_answer')).status).toBe(200);

    harness.current.clock.advance(daysInSeconds(2) - 1);
    await sweep(harness.current);
    expect((await poll(harness.current, receipt)).body.status).toBe('contact_attempted');
    harness.current.clock.advance(1);
    expect((await poll(harness.current, receipt)).body.status).toBe('expired');
    await sweep(harness.current);
    expect(await eventTypes(harness.current, id)).toEqual([
      'intake.received',
      'intake.contact_attempted',
      'intake.expired',
    ]);
  });

  it('a promised callback without a time keeps the customer from expiring the same day', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    harness.current.clock.advance(daysInSeconds(14) - 3600);
    await promise(id);
    expect(await expiryOf(id)).toEqual(addDays(now(), 2));
  });

  it('a promised callback never shortens the life of the intake, and no other call changes it', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    const fourteen = await expiryOf(id);
    await promise(id, addDays(now(), 3));
    await team.call(id, 'no_answer');
    expect(await expiryOf(id)).toEqual(fourteen);
    await promise(id, addDays(now(), 20));
    await promise(id, addDays(now(), 5));
    expect(await expiryOf(id)).toEqual(addDays(now(), 22));
  });

  it('a callback can be promised for sixty days ahead at most', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    const fourteen = await expiryOf(id);
    expect((await promise(id, addSeconds(addDays(now(), 60), 1))).status).toBe(400);
    expect(await expiryOf(id)).toEqual(fourteen);
    expect((await promise(id, addDays(now(), 60))).status).toBe(200);
    expect(await expiryOf(id)).toEqual(addDays(now(), 62));
  });

  it('a promised callback does not make a confirmed intake expire', async () => {
    const receipt = await givenIntake(harness.current, { customer: customer() });
    const id = receipt.intake_id;
    await promise(id, addDays(now(), 20));
    expect((await press(harness.current, receipt, 'confirm')).status).toBe(303);
    await promise(id, addDays(now(), 1));
    harness.current.clock.advance(daysInSeconds(60));
    await sweep(harness.current);
    const { status, consultation } = await team.record(id);
    expect([status, consultation?.closed_at]).toEqual(['customer_confirmed', null]);
    const { body } = await harness.current.call('GET', '/api/staff/v1/board?limit=100', { token: team.token });
    expect(body.data.map((row: { source_id: string }) => row.source_id)).toContain(id);
  });
});
