import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, type Opened, type Team } from '#testing/intakes';
import { until } from '#test/until';
import { doors, newOwner } from '#test/case-doors';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let opened: Opened;
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(6 * 3600);
  team = await givenTeam(world.current.harness);
  desk = await takeSeat(world.current);
});

beforeEach(async () => {
  opened = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  const { consultation } = await team.record(opened.intake_id);
  await desk.page.goto(`${origin}/board/cases/${consultation?.id}`);
  await desk.page.getByText('How did it go?').waitFor();
});

const calls = async () => (await team.record(opened.intake_id)).consultation?.calls ?? [];
const press = (key: string) => desk.page.keyboard.press(key);

describe('the keys of a call', () => {
  it('2 asks when to call back, on the owner’s clock, and the promise is kept with the call', async () => {
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

  it('8 wants to be pressed twice before nobody ever calls again', async () => {
    await press('8');
    await desk.page.getByText('Press 8 once more').waitFor();
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    await press('8');
    await desk.page.getByText('Send now').waitFor();
    await press('Enter');
    await until('the case is over', async () => (await team.record(opened.intake_id)).status === 'declined');
    expect(await calls()).toEqual([expect.objectContaining({ outcome: 'do_not_contact' })]);
  });

  it('rest in a field, and altogether when they are switched off', async () => {
    await press('n');
    await desk.page.keyboard.type('3 calls on 4 days, see 1 and 8');
    expect(await desk.page.inputValue('#note')).toBe('3 calls on 4 days, see 1 and 8');
    await press('Escape');
    await press('?');
    await desk.page.getByLabel('Single keys are on').uncheck();
    await press('Escape');
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('4');
    await press('q');
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    expect(desk.page.url()).toContain('/cases/');
    // What they do is still there for who points.
    await desk.page.getByRole('button', { name: /No answer/ }).click();
    await desk.page.getByRole('button', { name: /Undo/ }).click();
    await desk.page.getByText('taken back').waitFor();
    expect(await calls()).toEqual([]);
    await desk.page.getByRole('button', { name: /Keys/ }).click();
    await desk.page.getByLabel('Single keys are on').check();
    await press('Escape');
  });

  it('a refusal is told in the service’s words, and the note stays', async () => {
    await press('n');
    await desk.page.keyboard.type('keeps this');
    await press('Escape');
    await press('7');
    await team.call(opened.intake_id, 'declined');
    await press('Enter');
    await desk.page.getByRole('alert').getByText('not saved').waitFor();
    expect(desk.trouble).toEqual([]);
  });
});

describe('the keys of a no', () => {
  it.each([
    { door: 'referral', key: '7', hint: 'the referral closes', status: 'closed' },
    { door: 'membership', key: '6', hint: 'the calls end', status: 'open' },
  ] as const)('end the calls about a $door: $key', async ({ door, key, hint, status }) => {
    const { harness } = world.current;
    const { id } = await doors[door](harness, { owner: newOwner(), token: team.token });
    await desk.page.goto(`${origin}/board/cases/${id}`);
    await desk.page.getByText(hint).first().waitFor();
    await press(key);
    await desk.page.getByText('Send now').waitFor();
    await press('Enter');
    const seen = async () => (await harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token })).body;
    await until('the no', async () => (await seen()).calling.ended === 'declined');
    expect((await seen()).card.status).toBe(status);
    if (door === 'membership') await desk.page.getByText('they said no').waitFor();
    expect(desk.trouble).toEqual([]);
  });
});
