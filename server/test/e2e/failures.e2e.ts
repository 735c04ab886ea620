import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, type CreatedReceipt, type Team } from '#testing/intakes';
import { until } from '#test/until';
import { enter, newWindow, origin, signIn, staffCalls, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(30 * 3600);
  team = await givenTeam(world.current.harness);
});

type Open = { readonly opened: CreatedReceipt; readonly id: string };

async function givenCase(): Promise<Open> {
  const receipt = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  const { consultation } = await team.record(receipt.intake_id);
  return { opened: receipt, id: consultation?.id ?? '' };
}

async function show(page: Page, id: string): Promise<void> {
  await page.goto(`${origin}/board/cases/${id}`);
  await page.getByText('Call outcome').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
}

const callsOf = async ({ opened: receipt }: Open) => (await team.record(receipt.intake_id)).consultation?.calls ?? [];
const saved = (one: Open) =>
  until('the call', async () => ((await callsOf(one)).length > 0 ? callsOf(one) : undefined));
const notSaved = ({ page }: Desk) => page.getByRole('alert').filter({ hasText: ': not saved.' });

async function writeNote(page: Page, text: string): Promise<void> {
  await page.keyboard.press('n');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
}

describe('when the session ends during a call', () => {
  it('the note and the outcome stay, and are saved when the same staff member is back', async () => {
    const { harness, browser } = world.current;
    const desk = await newWindow(browser);
    const staffMember = await signIn(world.current, desk.page);
    const one = await givenCase();
    await show(desk.page, one.id);
    await writeNote(desk.page, 'Wants to think about it.');
    harness.clock.advance(31 * 60);
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('You’re signed out.', { exact: true }).waitFor();
    await notSaved(desk).waitFor();
    expect(await desk.page.inputValue('#note')).toBe('Wants to think about it.');
    expect(await callsOf(one)).toEqual([]);

    const [tab] = await Promise.all([
      desk.context.waitForEvent('page'),
      desk.page.getByRole('link', { name: 'Sign in (new tab)' }).click(),
    ]);
    await tab.waitForLoadState();
    await enter(tab, staffMember);
    await tab.waitForURL(`${origin}/board`);
    await tab.close();
    await desk.page.bringToFront();
    const signedIn = desk.page.getByRole('button', { name: 'I’m signed in' });
    // The board may notice by itself first, and then the button is gone.
    await signedIn.click({ timeout: 5_000 }).catch(() => undefined);
    expect(await saved(one)).toEqual([
      expect.objectContaining({
        outcome: 'voicemail',
        note: 'Wants to think about it.',
        staff_id: staffMember.staffId,
      }),
    ]);
    await desk.page.getByText('Voicemail: saved.').waitFor();
    await desk.page.getByText('Live', { exact: true }).waitFor();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });

  it("another staff member who signs in in the same browser does not send the outcome in the first one's name", async () => {
    const { harness, browser } = world.current;
    const desk = await newWindow(browser);
    await signIn(world.current, desk.page);
    const one = await givenCase();
    await show(desk.page, one.id);
    harness.clock.advance(31 * 60);
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('You’re signed out.', { exact: true }).waitFor();
    const tab = await desk.context.newPage();
    await signIn(world.current, tab);
    await desk.page.bringToFront();
    await desk.page.getByRole('button', { name: 'I’m signed in' }).click();
    await desk.page.getByText('Another user is signed in.').waitFor();
    await notSaved(desk).getByRole('button', { name: 'Try again' }).click();
    await notSaved(desk).getByText('Another user is signed in.').waitFor();
    expect(await callsOf(one)).toEqual([]);
    await desk.context.close();
  });

  it("a staff member's text is not shown to the next one in the same tab", async () => {
    const { browser } = world.current;
    const { page, context } = await newWindow(browser);
    const one = await givenCase();
    await signIn(world.current, page);
    await show(page, one.id);
    await writeNote(page, 'for my eyes');
    await signIn(world.current, page);
    await show(page, one.id);
    expect(await page.inputValue('#note')).toBe('');
    await context.close();
  });

  it('a view without unsaved work is replaced by the sign-in page, and restored', async () => {
    const { harness, browser } = world.current;
    const { page, context } = await newWindow(browser);
    const staffMember = await signIn(world.current, page, 'lead');
    await page.getByRole('link', { name: 'Workload' }).click();
    await page.getByText('Team today').waitFor();
    const view = page.url();
    harness.clock.advance(31 * 60);
    // The view reads again what changed, or finds its stream ended, whichever is first: nothing here presses a link
    // that may go.
    await givenCase();
    await page.waitForURL(`${origin}/sign-in`);
    await enter(page, staffMember);
    await page.getByText('Team today').waitFor();
    expect(page.url()).toBe(view);
    await context.close();
  });

  it('a link to a case leads to the case after sign-in', async () => {
    const { harness, browser } = world.current;
    const one = await givenCase();
    const { page, context } = await newWindow(browser);
    const staffMember = await signIn(world.current, page);
    harness.clock.advance(31 * 60);
    await page.goto(`${origin}/board/cases/${one.id}`);
    await page.waitForURL(`${origin}/sign-in`);
    await enter(page, staffMember);
    await page.getByText('Call outcome').waitFor();
    expect(page.url()).toBe(`${origin}/board/cases/${one.id}`);
    await context.close();
  });
});

describe('when the network fails between the board and the service', () => {
  it('an outcome waits for the network, and is saved once although the response to the first try was lost', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await writeNote(desk.page, 'On the machine.');
    // The request reaches the service; the response does not reach the board.
    await desk.page.route(staffCalls('/intakes/*/calls'), async (route) => {
      const { cookie = '', origin: from = '' } = await route.request().allHeaders();
      const { pathname } = new URL(route.request().url());
      const raw = route.request().postData() ?? '';
      await world.current.harness.call('POST', pathname, { raw, headers: { cookie, origin: from } });
      await route.abort('connectionreset');
    });
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText('The service isn’t responding.').waitFor();
    await desk.page.unroute(staffCalls('/intakes/*/calls'));
    await notSaved(desk).getByRole('button', { name: 'Try again' }).click();
    await desk.page.getByText('Voicemail: saved.').waitFor();
    expect(await callsOf(one)).toHaveLength(1);
    expect(await desk.page.inputValue('#note')).toBe('');
    await desk.context.close();
  });

  it('without a network the board shows that it is offline, keeps the outcome, and continues by itself', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.context.setOffline(true);
    await desk.page.keyboard.press('4');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText('No network connection.').waitFor();
    await desk.context.setOffline(false);
    await saved(one);
    await desk.page.getByText('Live', { exact: true }).waitFor();
    await notSaved(desk).waitFor({ state: 'detached' });
    expect(await callsOf(one)).toHaveLength(1);
    await desk.context.close();
  });

  it.each([
    [429, { 'retry-after': '7' }, 'Too many requests. Try again in 7 s.'],
    [500, {}, 'Server error. Try again in a moment.'],
    [502, { 'content-type': 'text/html' }, 'Server error. Try again in a moment.'],
  ])('an outcome that gets %s can be retried or discarded', async (status, headers, words) => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.route(staffCalls('/intakes/*/calls'), (route) =>
      route.fulfill({ status, headers, body: '<html>no</html>' }),
    );
    await desk.page.keyboard.press('4');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText(words).waitFor();
    await notSaved(desk).getByRole('button', { name: 'Discard' }).click();
    await notSaved(desk).waitFor({ state: 'detached' });
    await desk.page.unroute(staffCalls('/intakes/*/calls'));
    expect(await callsOf(one)).toEqual([]);
    await desk.context.close();
  });

  it('a refused stream is requested again until the board is live', async () => {
    const desk = await takeSeat(world.current);
    let refused = 0;
    await desk.page.route(staffCalls('/stream'), (route) => {
      refused += 1;
      return refused > 2 ? route.continue() : route.fulfill({ status: 503, body: 'busy' });
    });
    await desk.page.goto(`${origin}/board`);
    await desk.page.getByText('Disconnected').waitFor();
    await desk.page.getByText('Live', { exact: true }).waitFor();
    expect(refused).toBe(3);
    await desk.context.close();
  });

  it('data that cannot be refreshed is shown as out of date', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.route(staffCalls('/board/cases/*'), (route) => route.fulfill({ status: 403, body: '{}' }));
    await team.post(`/queue/${one.id}/claim`, undefined);
    await desk.page.getByText('This may be out of date').waitFor();
    expect(await desk.page.getByText('Call outcome').count()).toBe(1);
    await desk.context.close();
  });
});

describe('when another staff member acts on the same case', () => {
  it('a refused outcome does not open the next call, the note stays, and the caller can continue', async () => {
    const desk = await takeSeat(world.current);
    await desk.page.goto(`${origin}/board/next`);
    await givenCase();
    await desk.page.getByText('Ready?').waitFor();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    const id = new URL(desk.page.url()).searchParams.get('case') ?? '';
    const { body } = await world.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
    await writeNote(desk.page, 'keeps this');
    await desk.page.keyboard.press('6');
    await desk.page.getByText('Send now').waitFor();
    await team.call(body.card.source_id, 'declined');
    await desk.page.getByText('Saved by Ctrl+S.').waitFor();
    await desk.page.keyboard.press('Control+Enter');
    const both = desk.page.getByRole('alert').filter({ hasText: 'Another call was logged first.' });
    await both.waitFor();
    await desk.page.getByText('The previous call isn’t saved.').waitFor();
    expect(new URL(desk.page.url()).searchParams.get('case')).toBe(id);
    expect(await desk.page.inputValue('#note')).toBe('keeps this');
    await both.getByRole('button', { name: 'discard mine' }).click();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });

  it('a lead who takes the case over is named immediately, and the number is hidden', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.keyboard.press('t');
    await desk.page.locator('a[href^="tel:"]').waitFor();
    await writeNote(desk.page, 'half a sentence');
    const lead = await takeSeat(world.current, { role: 'lead' });
    await lead.page.goto(`${origin}/board/cases/${one.id}`);
    await lead.page.getByLabel('Reason for taking over').fill('The owner is on my line.');
    await lead.page.getByRole('button', { name: 'Take over' }).click();
    await desk.page.getByText('is on this case. Do not call.').waitFor();
    expect(await desk.page.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await desk.page.inputValue('#note')).toBe('half a sentence');
    await lead.context.close();
    await desk.context.close();
  });
});
