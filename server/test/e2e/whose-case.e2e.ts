import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addSeconds } from '#lib/time/dates';
import { accessibilityProblems, saveImage, sidewaysScroll, screens } from '#test/browser/browser';
import { givenIntake, givenTeam, newPhone, type Team } from '#testing/intakes';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(30 * 3600);
  team = await givenTeam(world.current.harness);
});

async function givenCase(): Promise<{ readonly intakeId: string; readonly id: string }> {
  const { intake_id: intakeId } = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  return { intakeId, id: (await team.record(intakeId)).consultation?.id ?? '' };
}

async function show(page: Page, id: string): Promise<void> {
  await page.goto(`${origin}/board/cases/${id}`);
  await page.getByText('Call outcome').waitFor();
}

const outcomesOf = async (intakeId: string) =>
  ((await team.record(intakeId)).consultation?.calls ?? []).map(({ outcome }) => outcome);

/** Chooses an outcome and sends it immediately. */
async function log(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByText(/Sending in/).waitFor();
  await page.keyboard.press('Enter');
}

const leave = async (...desks: readonly Desk[]) => {
  for (const { trouble, context } of desks) {
    expect(trouble).toEqual([]);
    await context.close();
  }
};

describe('one call', () => {
  it('a call that two people log is logged once; both are shown, and the second one sees which outcome counted', async () => {
    const [one, other] = [await takeSeat(world.current), await takeSeat(world.current, { bypassCsp: true })];
    const { intakeId, id } = await givenCase();
    await show(other.page, id);
    // The second caller's view stays unchanged: live updates do not reach it.
    await other.page.route('**/board/cases/**', (route) => route.abort());
    await show(one.page, id);
    await log(one.page, '4');
    await one.page.getByText('No answer: saved.').waitFor();
    await log(other.page, '3');
    const notice = other.page.getByRole('alert').filter({ hasText: 'Another call was logged first' });
    await notice.getByText('Yours, not logged').waitFor();
    await notice.getByText('Synthetic Staff, logged').waitFor();
    expect(await outcomesOf(intakeId)).toEqual(['no_answer']);
    await saveImage(other.page, 'whose-case-both-shown');
    expect(await accessibilityProblems(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'log mine too' }).click();
    await other.page.getByText('Voicemail: saved.').waitFor();
    expect((await outcomesOf(intakeId)).toSorted()).toEqual(['no_answer', 'voicemail']);
    await leave(one, other);
  });
});

describe('"Next call" pressed without a network', () => {
  it('a press without a network stays visible as waiting, claims no case later, and can be repeated', async () => {
    const desk = await takeSeat(world.current);
    const { page, context } = desk;
    await givenCase();
    await page.goto(`${origin}/board/next`);
    await page.getByText('Ready?').waitFor();
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await page.getByText('No network. Your request is waiting.').waitFor();
    const claims: string[] = [];
    page.on('request', (request) => request.url().endsWith('/queue/next') && claims.push(request.url()));
    await context.setOffline(false);
    await page.getByText('Do you still want the next call?').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await saveImage(page, 'whose-case-network-back');
    expect(claims).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Call outcome').waitFor();
    expect(claims).toHaveLength(1);
    await leave(desk);
  });
});

describe('a new case from a phone call', () => {
  it('gets a case by keyboard alone, which is mine, is handed over, and stands on the timeline', async () => {
    const desk = await takeSeat(world.current, { role: 'lead', bypassCsp: true });
    const { page } = desk;
    await page.goto(`${origin}/board`);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    await page.keyboard.press('i');
    await page.getByText('Read this to them').waitFor();
    await page.getByLabel('Phone (required)').focus();
    await page.keyboard.type('900 555 0134');
    await page.getByLabel('They said yes').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('Phone is no number that we can call.').waitFor();
    await saveImage(page, 'whose-case-new-1280');
    await page.setViewportSize(screens[390]);
    await saveImage(page, 'whose-case-new-390');
    expect([await sidewaysScroll(page), await accessibilityProblems(page)]).toEqual([0, []]);
    await page.setViewportSize(screens[1280]);
    // The refused field has focus.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(newPhone());
    await page.getByLabel('I read the number back').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('By phone').first().waitFor();
    await page.getByText('You', { exact: true }).waitFor();
    await saveImage(page, 'whose-case-made');
    await page.getByLabel('Reassign to').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Reassign' }).click();
    await page.getByText('Handed over to Synthetic Staff').waitFor();
    await leave(desk);
  });

  it('a promised callback is assigned to the caller who promised it, with the remaining time', async () => {
    const desk = await takeSeat(world.current, { bypassCsp: true });
    const { page } = desk;
    const { id } = await givenCase();
    await show(page, id);
    const me = await page.evaluate("fetch('/api/staff/v1/me').then((answer) => answer.json()).then(({ id }) => id)");
    const { harness } = world.current;
    await harness.ctx.db.pool.query(
      'update consultations.consultations set assignee_id = $2, callback_at = $3 where id = $1',
      [id, me, addSeconds(harness.clock.now(), 540)],
    );
    await page.keyboard.press('m');
    await page
      .getByRole('timer')
      .getByText(/in [78]:\d\d/)
      .waitFor();
    await saveImage(page, 'whose-case-mine-1280');
    await page.setViewportSize(screens[390]);
    await saveImage(page, 'whose-case-mine-390');
    expect([await sidewaysScroll(page), await accessibilityProblems(page)]).toEqual([0, []]);
    // The browser was not asked for a permission, because no one pressed the button.
    expect(await page.evaluate("localStorage.getItem('board.callback-notices')")).toBeNull();
    await leave(desk);
  });
});
