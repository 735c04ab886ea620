import { beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll } from '#test/browser/browser';
import { givenIntake, givenTeam, minimalIntake, newPhone, type CreatedReceipt, type Team } from '#testing/intakes';
import { givenInstitution } from '#testing/partners';
import { gate, until } from '#test/until';
import { origin, staffCalls, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let receipt: CreatedReceipt;

beforeAll(async () => {
  const { harness } = world.current;
  harness.clock.advance(30 * 3600);
  team = await givenTeam(harness);
  receipt = await givenIntake(harness, wholeIntake(0));
  for (const n of [1, 2, 3]) await givenIntake(harness, wholeIntake(n));
  desk = await takeSeat(world.current, { role: 'administrator' });
});

const press = (key: string) => desk.page.keyboard.press(key);
const idOf = async (one: CreatedReceipt) => (await team.record(one.intake_id)).consultation?.id ?? '';
const focusedCard = () => desk.page.evaluate<string | null>('document.activeElement?.dataset?.card ?? null');

describe('search', () => {
  it('Enter opens the result for the typed text, however fast, and the keys of the case work immediately', async () => {
    await desk.page.goto(`${origin}/board`);
    await desk.page.waitForSelector('[data-card]');
    await press('/');
    await desk.page.keyboard.type('casey');
    await press('Enter');
    await desk.page.getByRole('heading', { name: 'Casey Placeholder' }).waitFor();
    expect(await desk.page.inputValue('#search')).toBe('');
    await press('t');
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    await press('x');
  });

  it('Enter never opens a result for fewer letters', async () => {
    const sampson = { first_name: 'Alex', last_name: 'Sampson', phone: newPhone() };
    world.current.harness.clock.advance(1);
    await givenIntake(
      world.current.harness,
      minimalIntake({ customer: sampson, vehicle: { vin: '4T1B11HK5KU211118' } }),
    );
    await desk.page.goto(`${origin}/board`);
    await desk.page.waitForSelector('[data-card]');
    await press('/');
    await desk.page.keyboard.type('samp');
    await desk.page.getByRole('option', { name: 'Robin' }).waitFor();
    expect(await desk.page.getByRole('option').first().textContent()).toContain('Alex');
    // Only Robin Sample matches the longer word, and Enter comes before its response.
    const answer = gate();
    await desk.page.route(staffCalls('/board/search?q=sampl'), async (route) => {
      await answer.opened;
      await route.continue();
    });
    await desk.page.keyboard.type('l');
    await press('Enter');
    answer.open();
    await desk.page.getByRole('heading', { name: 'Robin Sample' }).waitFor();
    expect(desk.trouble).toEqual([]);
  });

  it.each([
    ['a telephone number as people write it', 0, (phone: string) => phone.replace(/(...)(...)(....)/, '($1) $2-$3')],
    ['its last four digits', 1, (phone: string) => phone.slice(6)],
    ['the end of a VIN', 2, (_phone: string, vin: string) => vin.slice(-6).toLowerCase()],
  ])('search finds by %s', async (_name, n, write) => {
    const [phone, vin] = [newPhone(), `4T1B11HK5KU21111${n}`];
    const body = minimalIntake({ customer: { first_name: 'Terry', phone }, vehicle: { vin } });
    // The newest comes first: the numbers reserved for fiction share their last digits.
    world.current.harness.clock.advance(1);
    const one = await givenIntake(world.current.harness, body);
    await desk.page.goto(`${origin}/board`);
    await desk.page.fill('#search', write(phone, vin));
    await desk.page.getByRole('option').first().waitFor();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByText('Call outcome').waitFor();
    expect(desk.page.url()).toBe(`${origin}/board/cases/${await idOf(one)}`);
  });

  it('a search without a result suggests what else to try, and closes when it loses focus', async () => {
    await desk.page.fill('#search', 'nobody of that name');
    await desk.page.getByText('No results. Try').waitFor();
    await desk.page.locator('h1').first().click();
    await desk.page.getByText('No results. Try').waitFor({ state: 'detached' });
    expect(await desk.page.inputValue('#search')).toBe('');
  });
});

describe('going back', () => {
  it('back from a case leads to the card it was opened from', async () => {
    await desk.page.goto(`${origin}/board`);
    await desk.page.waitForSelector('[data-card]');
    await press('j');
    await press('j');
    const card = await focusedCard();
    await press('Enter');
    await desk.page.getByText('Call outcome').waitFor();
    expect(await desk.page.title()).toMatch(/^CN-\d+ · Makewhole$/);
    await desk.page.goBack();
    await desk.page.waitForSelector('[data-card]');
    await expect.poll(focusedCard).toBe(card);
    expect(await desk.page.title()).toBe('Board · Makewhole');
  });

  it('back leads to the current board, not to outdated changes', async () => {
    await desk.page.goto(`${origin}/board`);
    await desk.page.waitForSelector('[data-card]');
    await press('q');
    await desk.page.getByText('Ready?').waitFor();
    const fresh = await givenIntake(world.current.harness, wholeIntake(5));
    const id = await idOf(fresh);
    const columns = () => world.current.harness.call('GET', '/api/staff/v1/board/columns', { token: team.token });
    await until('the columns have it', async () => (await columns()).text.includes(id));
    await press('b');
    await desk.page.locator(`[data-card="${id}"]`).waitFor();
    expect(await desk.page.getByText('Just added').count()).toBe(0);
    expect(await desk.page.getByRole('button', { name: /update/ }).count()).toBe(0);
  });

  it('back from an institution leads to the institutions, and each part of the administration has its URL', async () => {
    const { id } = await givenInstitution(world.current.harness, { name: 'Synthetic Credit Union' });
    await desk.page.goto(`${origin}/board/admin?tab=Institutions`);
    await desk.page.getByRole('link', { name: 'Synthetic Credit Union' }).click();
    await desk.page.waitForURL(`${origin}/board/admin/institutions/${id}`);
    await desk.page.goBack();
    await desk.page.getByRole('tab', { name: 'Institutions', selected: true }).waitFor();
    await desk.page.getByRole('tab', { name: 'Team' }).click();
    await desk.page.waitForURL(`${origin}/board/admin?tab=Team`);
    expect(await desk.page.title()).toBe('Administration: Team · Makewhole');
  });

  it('a case that does not exist offers a way back', async () => {
    await desk.page.goto(`${origin}/board/cases/cns_nothing`);
    await desk.page.getByRole('alert').getByRole('link', { name: 'Go to the board' }).click();
    await desk.page.waitForSelector('[data-card]');
    expect(new URL(desk.page.url()).pathname).toBe('/board/');
  });
});

describe('the administration', () => {
  it('administration asks before a customer is never contacted again, and the safe answer has focus', async () => {
    await desk.page.goto(`${origin}/board/admin?tab=Do+not+contact`);
    await desk.page.getByLabel('Email or phone').fill('spared@example.com');
    await desk.page.getByRole('button', { name: 'Look up' }).click();
    await desk.page.getByRole('button', { name: 'Do not contact' }).click();
    await press('Enter');
    await desk.page.getByText('Never call or message this contact').waitFor({ state: 'detached' });
    expect(await desk.page.evaluate('document.activeElement.textContent')).toBe('Do not contact');
    await press('Enter');
    await desk.page.getByRole('button', { name: 'Yes' }).click();
    await desk.page.getByText('Added to the do-not-contact list.').waitFor();
    await desk.page.getByText('spared@example.com as you typed it').waitFor();
  });

  it('pressing twice creates one key', async () => {
    const { id } = await givenInstitution(world.current.harness, { name: 'Synthetic Lender' });
    await desk.page.goto(`${origin}/board/admin/institutions/${id}`);
    await desk.page.getByRole('button', { name: 'Create test key' }).dblclick();
    await desk.page.getByText('API key (shown only once)').waitFor();
    await desk.page.getByRole('button', { name: 'Revoke' }).first().waitFor();
    expect(await desk.page.getByRole('button', { name: 'Revoke' }).count()).toBe(1);
  });

  it('administration can page past the newest fifty institutions', async () => {
    // Created at the same moment, they have no order.
    world.current.harness.clock.advance(1);
    for (let n = 0; n < 52; n += 1) await givenInstitution(world.current.harness, { name: `Synthetic Bank ${n}` });
    await desk.page.goto(`${origin}/board/admin?tab=Institutions`);
    expect(await desk.page.getByRole('link', { name: 'Synthetic Credit Union' }).count()).toBe(0);
    await desk.page.getByRole('button', { name: 'Show older' }).click();
    await desk.page.getByRole('link', { name: 'Synthetic Credit Union' }).waitFor();
  });
});

describe('zoomed to 400 percent', () => {
  it('nothing is cut off sideways', async () => {
    const id = await idOf(receipt);
    await desk.page.setViewportSize({ width: 320, height: 200 });
    for (const [path, ready] of [
      ['', '[data-card]'],
      ['/next', 'text=Ready?'],
      [`/cases/${id}`, '#timeline'],
      ['/load', 'text=Team today'],
      ['/admin', 'text=what agents can do'],
      ['/admin?tab=Audit', 'table'],
    ] as const) {
      await desk.page.goto(`${origin}/board${path}`);
      await desk.page.waitForSelector(ready, { state: 'attached' });
      expect([path, await sidewaysScroll(desk.page)]).toEqual([path, 0]);
    }
    expect(desk.trouble).toEqual([]);
  });
});
