import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, type Opened, type Team } from '#testing/intakes';
import { until } from '#test/until';
import { enter, openWindow, origin, signIn, staffCalls, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(6 * 3600);
  team = await givenTeam(world.current.harness);
});

type Open = { readonly opened: Opened; readonly id: string };

async function givenCase(): Promise<Open> {
  const opened = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  const { consultation } = await team.record(opened.intake_id);
  return { opened, id: consultation?.id ?? '' };
}

async function show(page: Page, id: string): Promise<void> {
  await page.goto(`${origin}/board/cases/${id}`);
  await page.getByText('How did it go?').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
}

const callsOf = async ({ opened }: Open) => (await team.record(opened.intake_id)).consultation?.calls ?? [];
const saved = (one: Open) =>
  until('the call', async () => ((await callsOf(one)).length > 0 ? callsOf(one) : undefined));
const notSaved = ({ page }: Desk) => page.getByRole('alert').filter({ hasText: ': not saved.' });

async function writeNote(page: Page, text: string): Promise<void> {
  await page.keyboard.press('n');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
}

describe('when the session ends in the middle of a call', () => {
  it('nothing is lost: the note and the outcome stay, and are saved when the same person is back', async () => {
    const { harness, browser } = world.current;
    const desk = await openWindow(browser);
    const person = await signIn(world.current, desk.page);
    const one = await givenCase();
    await show(desk.page, one.id);
    await writeNote(desk.page, 'Wants to think about it.');
    harness.clock.advance(31 * 60);
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('You are signed out.', { exact: true }).waitFor();
    await notSaved(desk).waitFor();
    expect(await desk.page.inputValue('#note')).toBe('Wants to think about it.');
    expect(await callsOf(one)).toEqual([]);

    const [tab] = await Promise.all([
      desk.context.waitForEvent('page'),
      desk.page.getByRole('link', { name: 'Sign in, new tab' }).click(),
    ]);
    await tab.waitForLoadState();
    await enter(tab, person);
    await tab.waitForURL(`${origin}/board`);
    await tab.close();
    await desk.page.bringToFront();
    const signedIn = desk.page.getByRole('button', { name: 'I am signed in' });
    if (await signedIn.isVisible()) await signedIn.click();
    expect(await saved(one)).toEqual([
      expect.objectContaining({ outcome: 'voicemail', note: 'Wants to think about it.', staff_id: person.staffId }),
    ]);
    await desk.page.getByText('Voicemail: saved.').waitFor();
    await desk.page.getByText('Live', { exact: true }).waitFor();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });

  it('another person who signs in in the same browser does not send it in their name', async () => {
    const { harness, browser } = world.current;
    const desk = await openWindow(browser);
    await signIn(world.current, desk.page);
    const one = await givenCase();
    await show(desk.page, one.id);
    harness.clock.advance(31 * 60);
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('You are signed out.', { exact: true }).waitFor();
    const tab = await desk.context.newPage();
    await signIn(world.current, tab);
    await desk.page.bringToFront();
    await desk.page.getByRole('button', { name: 'I am signed in' }).click();
    await desk.page.getByText('Somebody else is signed in now.').waitFor();
    await notSaved(desk).getByRole('button', { name: 'Try again' }).click();
    await notSaved(desk).getByText('Somebody else is signed in now.').waitFor();
    expect(await callsOf(one)).toEqual([]);
    await desk.context.close();
  });

  it('what one person wrote is not shown to the next one in the same tab', async () => {
    const { browser } = world.current;
    const { page, context } = await openWindow(browser);
    const one = await givenCase();
    await signIn(world.current, page);
    await show(page, one.id);
    await writeNote(page, 'for my eyes');
    await signIn(world.current, page);
    await show(page, one.id);
    expect(await page.inputValue('#note')).toBe('');
    await context.close();
  });

  it('a view where nothing can be lost gives way to the sign-in, and comes back', async () => {
    const { harness, browser } = world.current;
    const { page, context } = await openWindow(browser);
    const person = await signIn(world.current, page, 'lead');
    await page.getByRole('link', { name: 'Load' }).click();
    await page.getByText('People today').waitFor();
    harness.clock.advance(31 * 60);
    await givenCase();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.waitForURL(`${origin}/sign-in`);
    await enter(page, person);
    await page.waitForSelector('[data-card]');
    expect(new URL(page.url()).pathname).toMatch(/^\/board\/?$/);
    await context.close();
  });

  it('a link to a case leads there after the sign-in', async () => {
    const { harness, browser } = world.current;
    const one = await givenCase();
    const { page, context } = await openWindow(browser);
    const person = await signIn(world.current, page);
    harness.clock.advance(31 * 60);
    await page.goto(`${origin}/board/cases/${one.id}`);
    await page.waitForURL(`${origin}/sign-in`);
    await enter(page, person);
    await page.getByText('How did it go?').waitFor();
    expect(page.url()).toBe(`${origin}/board/cases/${one.id}`);
    await context.close();
  });
});

describe('when something stands between the board and the service', () => {
  it('an outcome waits for the network, and is saved once although the answer to the first try was lost', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await writeNote(desk.page, 'On the machine.');
    // The service hears it; the board does not hear the service.
    await desk.page.route(staffCalls('/intakes/*/calls'), async (route) => {
      const { cookie = '', origin: from = '' } = await route.request().allHeaders();
      const { pathname } = new URL(route.request().url());
      const raw = route.request().postData() ?? '';
      await world.current.harness.call('POST', pathname, { raw, headers: { cookie, origin: from } });
      await route.abort('connectionreset');
    });
    await desk.page.keyboard.press('3');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText('The service does not answer.').waitFor();
    await desk.page.unroute(staffCalls('/intakes/*/calls'));
    await notSaved(desk).getByRole('button', { name: 'Try again' }).click();
    await desk.page.getByText('Voicemail: saved.').waitFor();
    expect(await callsOf(one)).toHaveLength(1);
    expect(await desk.page.inputValue('#note')).toBe('');
    await desk.context.close();
  });

  it('without a network the board says so, keeps what was decided, and goes on by itself', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.context.setOffline(true);
    await desk.page.keyboard.press('4');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText('not connected to the network').waitFor();
    await desk.context.setOffline(false);
    await saved(one);
    await desk.page.getByText('Live', { exact: true }).waitFor();
    expect(await notSaved(desk).count()).toBe(0);
    expect(await callsOf(one)).toHaveLength(1);
    await desk.context.close();
  });

  it.each([
    [429, { 'retry-after': '7' }, 'Too many requests. Try again in 7 s.'],
    [500, {}, 'The service has a problem. Try again in a moment.'],
    [502, { 'content-type': 'text/html' }, 'The service has a problem. Try again in a moment.'],
  ])('an outcome that is answered with %s can be tried again, or dropped', async (status, headers, words) => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.route(staffCalls('/intakes/*/calls'), (route) =>
      route.fulfill({ status, headers, body: '<html>no</html>' }),
    );
    await desk.page.keyboard.press('4');
    await desk.page.keyboard.press('Enter');
    await notSaved(desk).getByText(words).waitFor();
    await notSaved(desk).getByRole('button', { name: 'Drop it' }).click();
    await notSaved(desk).waitFor({ state: 'detached' });
    await desk.page.unroute(staffCalls('/intakes/*/calls'));
    expect(await callsOf(one)).toEqual([]);
    await desk.context.close();
  });

  it('a stream that is refused is asked for again, until the board is live', async () => {
    const desk = await takeSeat(world.current);
    let refused = 0;
    await desk.page.route(staffCalls('/stream'), (route) => {
      refused += 1;
      return refused > 2 ? route.continue() : route.fulfill({ status: 503, body: 'busy' });
    });
    await desk.page.goto(`${origin}/board`);
    await desk.page.getByText('Cut off').waitFor();
    await desk.page.getByText('Live', { exact: true }).waitFor();
    expect(refused).toBe(3);
    await desk.context.close();
  });

  it('what cannot be read anew is shown as old', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.route(staffCalls('/board/cases/*'), (route) => route.fulfill({ status: 403, body: '{}' }));
    await team.post(`/queue/${one.id}/claim`, undefined);
    await desk.page.getByText('This may be old').waitFor();
    expect(await desk.page.getByText('How did it go?').count()).toBe(1);
    await desk.context.close();
  });
});

describe('when somebody else acts on the same case', () => {
  it('the next call is not taken over a refusal, the note stays, and the way on is free', async () => {
    const desk = await takeSeat(world.current);
    await desk.page.goto(`${origin}/board/next`);
    await givenCase();
    await desk.page.getByText('Ready?').waitFor();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('nobody else can call', { exact: true }).waitFor();
    const id = new URL(desk.page.url()).searchParams.get('case') ?? '';
    const { body } = await world.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
    await writeNote(desk.page, 'keeps this');
    await desk.page.keyboard.press('7');
    await desk.page.getByText('Send now').waitFor();
    await team.call(body.card.source_id, 'declined');
    await desk.page.getByText('Nobody gets this note.').waitFor();
    await desk.page.keyboard.press('Control+Enter');
    await notSaved(desk).waitFor();
    await desk.page.getByText('The call before is not saved.').waitFor();
    expect(new URL(desk.page.url()).searchParams.get('case')).toBe(id);
    expect(await desk.page.inputValue('#note')).toBe('keeps this');
    await notSaved(desk).getByRole('button', { name: 'Close' }).click();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });

  it('a lead who takes it over is named at once, and the number is gone', async () => {
    const desk = await takeSeat(world.current);
    const one = await givenCase();
    await show(desk.page, one.id);
    await desk.page.keyboard.press('t');
    await desk.page.locator('a[href^="tel:"]').waitFor();
    await writeNote(desk.page, 'half a sentence');
    const lead = await takeSeat(world.current, { role: 'lead' });
    await lead.page.goto(`${origin}/board/cases/${one.id}`);
    await lead.page.getByLabel('Reason to take it over').fill('The owner is on my line.');
    await lead.page.getByRole('button', { name: 'Take over' }).click();
    await desk.page.getByText('is on this case. Do not call.').waitFor();
    expect(await desk.page.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await desk.page.inputValue('#note')).toBe('half a sentence');
    await lead.context.close();
    await desk.context.close();
  });
});
