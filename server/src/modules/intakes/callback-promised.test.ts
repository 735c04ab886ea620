import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, addSeconds } from '#lib/dates';
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
} from './testing.ts';

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

describe('a call that was promised for later than the intake would live', () => {
  it('is made: until two days after it the case is open, its link works, and the queue hands it out', async () => {
    const opened = await givenIntake(harness.current, { customer: customer(), loss: { zip: '10001' } });
    const id = opened.intake_id;
    // At an hour at which everybody in the country may be called.
    const at = addSeconds(addDays(now(), 30), 6 * 3600);
    const answer = await promise(id, at);
    expect([answer.status, answer.body.expires_at]).toEqual([200, addDays(at, 2).toISOString()]);

    harness.current.clock.advance((at.getTime() - now().getTime()) / 1000);
    await sweep(harness.current);
    const { body } = await poll(harness.current, opened);
    expect([body.status, body.customer_confirmation_url]).toEqual(['contact_attempted', expect.any(String)]);
    const next = await team.post('/queue/next', undefined);
    expect([next.body.consultation?.source_id, next.body.may_call]).toEqual([id, true]);
    expect((await team.call(id, 'no_answer')).status).toBe(200);

    harness.current.clock.advance(daysInSeconds(2) - 1);
    await sweep(harness.current);
    expect((await poll(harness.current, opened)).body.status).toBe('contact_attempted');
    harness.current.clock.advance(1);
    expect((await poll(harness.current, opened)).body.status).toBe('expired');
    await sweep(harness.current);
    expect(await eventTypes(harness.current, id)).toEqual([
      'intake.received',
      'intake.contact_attempted',
      'intake.expired',
    ]);
  });

  it('also when no time was named: whoever asks to be called again is not given up the same day', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    harness.current.clock.advance(daysInSeconds(14) - 3600);
    await promise(id);
    expect(await expiryOf(id)).toEqual(addDays(now(), 2));
  });

  it('never shortens the life of the intake, nor does any other call change it', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    const fourteen = await expiryOf(id);
    await promise(id, addDays(now(), 3));
    await team.call(id, 'no_answer');
    expect(await expiryOf(id)).toEqual(fourteen);
    await promise(id, addDays(now(), 20));
    await promise(id, addDays(now(), 5));
    expect(await expiryOf(id)).toEqual(addDays(now(), 22));
  });

  it('is promised for sixty days ahead at most', async () => {
    const { intake_id: id } = await givenIntake(harness.current, { customer: customer() });
    const fourteen = await expiryOf(id);
    expect((await promise(id, addSeconds(addDays(now(), 60), 1))).status).toBe(400);
    expect(await expiryOf(id)).toEqual(fourteen);
    expect((await promise(id, addDays(now(), 60))).status).toBe(200);
    expect(await expiryOf(id)).toEqual(addDays(now(), 62));
  });

  it('ends nobody who has said yes', async () => {
    const opened = await givenIntake(harness.current, { customer: customer() });
    const id = opened.intake_id;
    await promise(id, addDays(now(), 20));
    expect((await press(harness.current, opened, 'confirm')).status).toBe(303);
    await promise(id, addDays(now(), 1));
    harness.current.clock.advance(daysInSeconds(60));
    await sweep(harness.current);
    const { status, consultation } = await team.record(id);
    expect([status, consultation?.closed_at]).toEqual(['customer_confirmed', null]);
    const { body } = await harness.current.call('GET', '/api/staff/v1/board?limit=100', { token: team.token });
    expect(body.data.map((row: { source_id: string }) => row.source_id)).toContain(id);
  });
});
