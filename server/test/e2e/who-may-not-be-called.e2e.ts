import { beforeAll, beforeEach, expect, it } from 'vitest';
import { givenIntake, givenTeam, type Team } from '#testing/intakes';
import { emptyQueue, moveTo } from '#testing/consultations';
import { saveImage } from '#test/browser/browser';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let made = 0;
let day = 15;

beforeAll(async () => {
  team = await givenTeam(world.current.harness);
});

// Each test gets a different weekday noon, with nothing else waiting.
beforeEach(async () => {
  const { harness } = world.current;
  await emptyQueue(harness);
  moveTo(harness, `2026-11-${(day += 1)}T18:00:00.000Z`);
  desk = await takeSeat(world.current);
});

/** A new case with this many unanswered calls within a minute. */
async function givenCase(calls: number): Promise<string> {
  const { intake_id: id } = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  for (let turn = 0; turn < calls; turn += 1) expect((await team.call(id, 'no_answer')).status).toBe(200);
  return (await team.record(id)).consultation?.id ?? '';
}

const open = async (id: string): Promise<void> => {
  await desk.page.goto(`${origin}/board/cases/${id}`);
  await desk.page.getByText('Call outcome').waitFor();
};

it('a number that was called three times today is hidden, and the case can be worked on', async () => {
  const id = await givenCase(3);
  await open(id);
  await desk.page.getByText('the call limit for this number was reached').waitFor();
  await desk.page.keyboard.press('t');
  await desk.page.getByText('no one else can call', { exact: true }).waitFor();
  expect(await desk.page.locator('a[href^="tel:"]').count()).toBe(0);
  await saveImage(desk.page, 'board-case-capped-1280');
  await desk.page.keyboard.press('3');
  await desk.page.getByText('Send now').waitFor();
  await desk.page.keyboard.press('Enter');
  await desk.page.getByText('Voicemail: saved.').waitFor();
});

it('Next reports that every customer was called as often as allowed, and when the first can be called again', async () => {
  await givenCase(3);
  await desk.page.goto(`${origin}/board/next`);
  await desk.page.getByText('Ready?').waitFor();
  await desk.page.keyboard.press('Enter');
  await desk.page.getByText('Everyone waiting has reached the call limit.').waitFor();
  await desk.page.getByText(/The next call is possible from .+ your time\./).waitFor();
  await saveImage(desk.page, 'board-next-capped-1280');
  expect(desk.trouble).toEqual([]);
});

it('Next reports that colleagues are calling the remaining numbers', async () => {
  await givenCase(0);
  const colleague = await takeSeat(world.current);
  for (const { page } of [colleague, desk]) {
    await page.goto(`${origin}/board/next`);
    await page.getByText('Ready?').waitFor();
    await page.keyboard.press('Enter');
    if (page !== desk.page) await page.getByText('no one else can call', { exact: true }).waitFor();
  }
  await desk.page
    .getByText(
      'Colleagues are calling these people, just called them, promised these callbacks, or speak their language.',
    )
    .waitFor();
  expect(desk.trouble).toEqual([]);
});

it('outside calling hours Next offers no case, and a claimed case does not show its number', async () => {
  const { harness } = world.current;
  const id = await givenCase(0);
  moveTo(harness, `2026-11-${(day += 1)}T10:00:00.000Z`);
  desk = await takeSeat(world.current);
  await desk.page.goto(`${origin}/board/next`);
  await desk.page.getByText('Ready?').waitFor();
  await desk.page.keyboard.press('Enter');
  await desk.page.getByText('It’s too early or too late to call where they are.').waitFor();
  await saveImage(desk.page, 'board-next-out-of-hours-1280');
  await open(id);
  await desk.page.getByText('too early or too late where they are').waitFor();
  await desk.page.keyboard.press('t');
  await desk.page.getByText('no one else can call', { exact: true }).waitFor();
  expect(await desk.page.locator('a[href^="tel:"]').count()).toBe(0);
  await saveImage(desk.page, 'board-case-out-of-hours-1280');
});

it('a case claimed before calling hours shows its number when its caller asks, which counts as an attempt', async () => {
  const { harness } = world.current;
  const id = await givenCase(0);
  moveTo(harness, `2026-11-${(day += 1)}T10:00:00.000Z`);
  const { body } = await harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
  moveTo(harness, new Date(Date.parse(body.calling.opens_at) - 60_000).toISOString());
  desk = await takeSeat(world.current);
  await open(id);
  await desk.page.keyboard.press('t');
  await desk.page.getByText('no one else can call', { exact: true }).waitFor();
  harness.clock.advance(90);
  await desk.page.reload();
  const show = desk.page.getByRole('button', { name: /Show the number/ });
  await show.waitFor();
  expect(await desk.page.locator('a[href^="tel:"]').count()).toBe(0);
  await show.click();
  await desk.page.locator('a[href^="tel:"]').waitFor();
});
