import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, type CreatedReceipt, type Team } from '#testing/intakes';
import { until } from '#test/until';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let receipt: CreatedReceipt;
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(30 * 3600);
  team = await givenTeam(world.current.harness);
  desk = await takeSeat(world.current);
});

beforeEach(async () => {
  receipt = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  const { consultation } = await team.record(receipt.intake_id);
  await desk.page.goto(`${origin}/board/cases/${consultation?.id}`);
  await desk.page.getByText('Call outcome').waitFor();
});

const calls = async () => (await team.record(receipt.intake_id)).consultation?.calls ?? [];
const press = (key: string) => desk.page.keyboard.press(key);

describe('the keys of a call', () => {
  it('key 2 asks when to call back, in the owner’s local time, and the promise is stored with the call', async () => {
    await press('2');
    await desk.page.getByText('Call back when?').waitFor();
    await press('Enter');
    await desk.page.getByText('Send now').waitFor();
    await desk.page.locator('body').click({ position: { x: 2, y: 300 } });
    await press('Enter');
    const [call] = await until('the call', async () => ((await calls()).length > 0 ? calls() : undefined));
    expect(call).toMatchObject({ outcome: 'callback_requested' });
    await desk.page.getByText(/Callback promised for \S+ \S+ [AP]M their time, in/).waitFor();
    const ahead = Date.parse(call?.callback_at ?? '') - world.current.harness.clock.now().getTime();
    expect([ahead > 3_000_000, ahead < 2 * 3_600_000]).toEqual([true, true]);
  });

  it('key 8 must be pressed twice to stop all calls permanently', async () => {
    await press('8');
    await desk.page.getByText('Press 8 again to confirm').waitFor();
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    await press('8');
    await desk.page.getByText('Send now').waitFor();
    await press('Enter');
    await until('the case is over', async () => (await team.record(receipt.intake_id)).status === 'declined');
    expect(await calls()).toEqual([expect.objectContaining({ outcome: 'do_not_contact' })]);
  });

  it('the keys are disabled while typing, and everywhere when they are turned off', async () => {
    await press('n');
    await desk.page.keyboard.type('3 calls on 4 days, see 1 and 8');
    expect(await desk.page.inputValue('#note')).toBe('3 calls on 4 days, see 1 and 8');
    await press('Escape');
    await press('?');
    await desk.page.getByLabel('Enable single-key shortcuts').uncheck();
    await press('Escape');
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('4');
    await press('q');
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    expect(desk.page.url()).toContain('/cases/');
    // Their actions are still available by mouse.
    await desk.page.getByRole('button', { name: /No answer/ }).click();
    await desk.page.getByRole('button', { name: /Undo/ }).click();
    await desk.page.getByText('undone').waitFor();
    expect(await calls()).toEqual([]);
    await desk.page.getByRole('button', { name: /Shortcuts/ }).click();
    await desk.page.getByLabel('Enable single-key shortcuts').check();
    await press('Escape');
  });

  it('a call that was logged in between is shown next to the new one, and the note stays', async () => {
    await press('n');
    await desk.page.keyboard.type('keeps this');
    await press('Escape');
    await press('6');
    await team.call(receipt.intake_id, 'declined');
    await press('Enter');
    await desk.page.getByRole('alert').getByText('Another call was logged first.').waitFor();
    expect(desk.trouble).toEqual([]);
  });
});

describe('an outcome that the service does not allow', () => {
  it('has a disabled key that says why, and the key does nothing', async () => {
    await team.call(receipt.intake_id, 'confirmed');
    await team.start(receipt.intake_id);
    const { consultation } = await team.record(receipt.intake_id);
    await desk.page.goto(`${origin}/board/cases/${consultation?.id}`);
    const reason = 'The consultation has already started.';
    const button = desk.page.getByRole('button', { name: `Not requested ${reason}` });
    await button.waitFor();
    expect([await button.isDisabled(), await button.getAttribute('title')]).toEqual([true, reason]);
    expect(await desk.page.getByRole('button', { name: /Voicemail/ }).isEnabled()).toBe(true);
    await press('6');
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    expect(await calls()).toEqual([expect.objectContaining({ outcome: 'confirmed' })]);
    expect(desk.trouble).toEqual([]);
  });
});

describe('the decline keys', () => {
  it.each([
    { door: 'referral', key: '7', hint: 'closes the referral', status: 'closed' },
    { door: 'membership', key: '6', hint: 'stops the calls', status: 'open' },
  ] as const)('a decline ends the calls about a $door: $key', async ({ door, key, hint, status }) => {
    const { harness } = world.current;
    const { id } = await consultationOrigins[door](harness, { customer: newCustomer(), token: team.token });
    await desk.page.goto(`${origin}/board/cases/${id}`);
    await desk.page.getByText(hint).first().waitFor();
    await press(key);
    await desk.page.getByText('Send now').waitFor();
    await press('Enter');
    const seen = async () => (await harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token })).body;
    await until('the no', async () => (await seen()).calling.ended === 'declined');
    expect((await seen()).card.status).toBe(status);
    if (door === 'membership') await desk.page.getByText('they declined').waitFor();
    expect(desk.trouble).toEqual([]);
  });
});
