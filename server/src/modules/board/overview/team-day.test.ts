import { expect, it } from 'vitest';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { moveTo } from '#testing/consultations';
import { givenStaffToken } from '#testing/staff';
import type { Load } from '../overview-schemas.ts';

const harness = useHarness({ TEAM_TIME_ZONE: 'America/Los_Angeles' });

it('today is the day of the team: calls since its midnight, callbacks until the next one', async () => {
  const { current } = harness;
  const token = await givenStaffToken(current);
  const load = async (): Promise<Load> => (await current.call('GET', '/api/staff/v1/board/load', { token })).body;
  const call = async (body: object) => {
    const { id } = await consultationOrigins.membership(current, { customer: newCustomer(), token });
    const answer = await current.call('POST', `/api/staff/v1/queue/${id}/calls`, { token, body });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };
  // Noon in Los Angeles on a Tuesday.
  moveTo(current, '2026-11-17T20:00:00Z');
  await call({ outcome: 'callback_requested', callback_at: '2026-11-17T22:00:00Z' });
  await call({ outcome: 'callback_requested', callback_at: '2026-11-18T18:00:00Z' });
  const noon = await load();
  // Both were reached at the first call, which counts as a call.
  expect(noon.ages.reduce((sum, { count }) => sum + count, 0)).toBe(0);
  expect(noon.today).toEqual({
    date: '2026-11-17',
    from: '2026-11-17T08:00:00.000Z',
    to: '2026-11-18T08:00:00.000Z',
    time_zone: 'America/Los_Angeles',
  });
  // The second is within 24 hours, and tomorrow.
  expect(noon.callbacks).toEqual({ overdue: 0, due_today: 1 });
  // After midnight UTC it is still the same day.
  moveTo(current, '2026-11-18T02:00:00Z');
  expect((await load()).people).toMatchObject([{ calls: 2 }]);
  expect((await load()).callbacks).toEqual({ overdue: 1, due_today: 0 });
  // After midnight in Los Angeles it is the next.
  moveTo(current, '2026-11-18T08:00:01Z');
  const next = await load();
  expect([next.today.date, next.people.reduce((sum, { calls }) => sum + calls, 0)]).toEqual(['2026-11-18', 0]);
  expect(next.callbacks.due_today).toBe(1);
  const { body } = await current.call('GET', '/api/staff/v1/me', { token });
  expect(body.time_zone).toBe('America/Los_Angeles');
});
