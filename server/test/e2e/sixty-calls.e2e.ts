import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bringTo, givenIntake, givenTeam, type CreatedReceipt, type Team } from '#testing/intakes';
import { saveLook } from '#test/browser/browser';
import { gate, until } from '#test/until';
import { origin, staffCalls, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let receipt: CreatedReceipt;
let caseId = '';
let made = 0;

beforeAll(async () => {
  world.current.harness.clock.advance(30 * 3600);
  team = await givenTeam(world.current.harness);
  desk = await takeSeat(world.current);
});

beforeEach(async () => {
  receipt = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  caseId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
  await desk.page.goto(`${origin}/board/cases/${caseId}`);
  await desk.page.getByText('Call outcome').waitFor();
});

const calls = async () => (await team.record(receipt.intake_id)).consultation?.calls ?? [];
const saved = () => until('the call', async () => ((await calls()).length > 0 ? calls() : undefined));
const press = (key: string) => desk.page.keyboard.press(key);
const note = () => desk.page.inputValue('#note');

describe('an outcome', () => {
  it('an outcome chosen after another replaces it: one call is recorded', async () => {
    await press('3');
    await desk.page.getByText(/CN-\S+: Voicemail/).waitFor();
    await press('4');
    await desk.page.getByText(/CN-\S+: No answer/).waitFor();
    await press('Enter');
    await desk.page.getByText('No answer: saved.').waitFor();
    expect(await calls()).toEqual([expect.objectContaining({ outcome: 'no_answer' })]);
  });

  it('an outcome chosen by click is sent by Enter, once', async () => {
    await desk.page.getByRole('button', { name: /No answer/ }).click();
    await desk.page.getByRole('group', { name: /No answer, not sent yet/ }).waitFor();
    await press('Enter');
    await desk.page.getByText('No answer: saved.').waitFor();
    await desk.page.getByText(/Next attempt due in (1 h|59 min)\./).waitFor();
    expect(await calls()).toHaveLength(1);
    expect(await desk.page.getByText('Send now').count()).toBe(0);
    // The keyboard continues at the content, not at the top of the page.
    expect(await desk.page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('an outcome is sent with the current note, and waits while the note is being written', async () => {
    await desk.page.clock.install();
    await desk.page.reload();
    await desk.page.getByText('Call outcome').waitFor();
    await press('3');
    await desk.page.getByText('Send now').waitFor();
    await press('n');
    await desk.page.keyboard.type('Left our number');
    await desk.page.clock.fastForward(10_500);
    await desk.page.keyboard.type(' and hours.');
    expect(await calls()).toEqual([]);
    expect(await note()).toBe('Left our number and hours.');
    await press('Escape');
    await desk.page.clock.fastForward(10_500);
    expect(await saved()).toEqual([
      expect.objectContaining({ outcome: 'voicemail', note: 'Left our number and hours.' }),
    ]);
    await desk.page.clock.resume();
    desk = await takeSeat(world.current);
  });

  it('Escape cancels key 8 and key 2, and then nothing waits', async () => {
    await press('8');
    await desk.page.getByText('Press 8 again to confirm').waitFor();
    await press('Escape');
    await desk.page.getByText('Press 8 again to confirm').waitFor({ state: 'detached' });
    await press('2');
    await desk.page.getByText('Call back when?').waitFor();
    await press('Escape');
    await desk.page.getByText('Call back when?').waitFor({ state: 'detached' });
    expect(await desk.page.getByText('Send now').count()).toBe(0);
  });

  it('key 2 takes a time in the owner’s zone, whatever zone the caller is in', async () => {
    // The owner is in California, the caller's machine in Chicago; it is 10 a.m. in California.
    receipt = await givenIntake(world.current.harness, wholeIntake(80));
    caseId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
    await desk.page.goto(`${origin}/board/cases/${caseId}`);
    await desk.page.getByText('Call outcome').waitFor();
    await press('2');
    await desk.page.getByLabel('Another time, same time zone').fill('2026-11-17T17:30');
    await desk.page.getByText('That is Tue 7:30 PM your time.').waitFor();
    await press('Enter');
    await press('Enter');
    const [call] = await saved();
    expect(call?.callback_at).toBe('2026-11-18T01:30:00.000Z');
  });

  it('key 2 refuses a past time before anything waits', async () => {
    await press('2');
    await desk.page.getByLabel('Another time, same time zone').fill('2026-11-14T10:00');
    await desk.page.getByText('Must be within the next 60 days.').waitFor();
    expect(await desk.page.getByRole('button', { name: 'Set' }).isDisabled()).toBe(true);
    await press('Escape');
  });
});

describe('from one call to the next', () => {
  beforeEach(async () => {
    for (const n of [40, 41]) await givenIntake(world.current.harness, wholeIntake((made += 1) + n));
  });

  it('Ctrl+Enter, also in the note, saves this call and opens the next; back leads to the previous one', async () => {
    await desk.page.goto(`${origin}/board/next`);
    await desk.page.getByText('Ready?').waitFor();
    await press('Enter');
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    const first = desk.page.url();
    await press('4');
    await press('n');
    await desk.page.keyboard.type('Rang out.');
    await press('Control+Enter');
    await until('another case', () => desk.page.url() !== first);
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    expect(await desk.page.getByText('You have this case in hand already.').count()).toBe(0);
    await desk.page.reload();
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    await desk.page.goBack();
    await desk.page.getByText('Rang out.').waitFor();
    expect(desk.page.url()).toBe(first);
    await desk.page.goForward();
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    await press('x');
    await desk.page.getByRole('button', { name: /Take this case/ }).waitFor();
  });

  it('pressing Enter twice quickly does not reopen the case that is being saved', async () => {
    await desk.page.goto(`${origin}/board/next`);
    await desk.page.getByText('Ready?').waitFor();
    await press('Enter');
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    const first = desk.page.url();
    let asked = 0;
    const answer = gate();
    await desk.page.route(staffCalls('/intakes/*/calls'), async (route) => {
      asked += 1;
      await answer.opened;
      await route.continue();
    });
    await press('4');
    await press('Enter');
    await until('it is being saved', () => asked === 1);
    await press('Enter');
    answer.open();
    await until('another case', () => desk.page.url() !== first);
    await desk.page.getByText('no one else can call', { exact: true }).waitFor();
    expect(await desk.page.getByText('You have this case in hand already.').count()).toBe(0);
    expect(asked).toBe(1);
    await desk.page.unroute(staffCalls('/intakes/*/calls'));
    await press('x');
    await desk.page.getByRole('button', { name: /Take this case/ }).waitFor();
  });
});

describe('a settlement', () => {
  const value = 'Vehicle value, before tax and fees ($)';

  it('a settlement is typed in parts as people write them, and shows the difference before it is sent', async () => {
    await bringTo(world.current.harness, receipt, 'consultation_active');
    await team.post(`/consultations/${caseId}/deliver`, undefined);
    await desk.page.getByText('Enter the settlement').click();
    const settled = desk.page.getByLabel(`Settlement: ${value}`);
    await settled.fill('about 18k');
    await desk.page.getByText('Enter amounts in dollars').waitFor();
    await settled.fill('$18,500.50');
    await desk.page.getByLabel('Settlement: Tax ($)').fill('1,295');
    await desk.page.getByLabel('Settlement: Deductible ($)').fill('500');
    await desk.page.getByText('The parts add up to $19,295.50.').waitFor();
    await desk.page.getByText('The improvement will be unknown').waitFor();
    await desk.page.getByRole('button', { name: 'Record the settlement' }).click();
    await desk.page.getByText('Record the settlement at $18,500.50, improvement unknown').waitFor();
    await press('Enter');
    const money = desk.page.getByRole('region', { name: 'Offer and settlement' });
    await money.getByText('$18,500.50', { exact: true }).waitFor();
    await money.getByText('Ask the owner for the vehicle’s value in the first offer').waitFor();

    // What the agent sent is confirmed with one press, and the improvement is there.
    await money.getByRole('button', { name: 'It’s before tax and fees' }).click();
    await press('Enter');
    await money.getByText('Value before tax and fees').nth(1).waitFor();
    const { consultation } = await team.record(receipt.intake_id);
    expect(consultation?.money.offer.value?.from).toBe('staff');
    expect(consultation?.money.improvement_cents).toBe(1_850_050 - (consultation?.initial_offer_cents ?? 0));
    expect(desk.trouble).toEqual([]);
  });

  it('a settlement asks for the insurer’s first offer if it is unknown, and shows the result before it is saved', async () => {
    const { harness } = world.current;
    receipt = await givenIntake(harness);
    caseId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
    await bringTo(harness, receipt, 'consultation_active');
    await team.post(`/consultations/${caseId}/deliver`, undefined);
    await desk.page.goto(`${origin}/board/cases/${caseId}`);
    await desk.page.getByText('Enter the settlement').click();
    await desk.page.getByLabel(`Settlement: ${value}`).fill('18,500');
    await desk.page.getByText('Ask the owner for the vehicle’s value in the first offer').waitFor();
    await desk.page.getByLabel(`First offer: ${value}`).fill('17,400.50');
    await desk.page.getByText('Improvement in value: $1,099.50 better.').waitFor();
    for (const name of ['First offer', 'Settlement'])
      expect(
        await desk.page.getByLabel(`${name}: ${value}`).evaluate((field) => field.scrollWidth <= field.clientWidth),
      ).toBe(true);
    await desk.page.getByRole('button', { name: 'Record the settlement' }).click();
    await desk.page.getByText('Record the settlement at $18,500, $1,099.50 better').waitFor();
    await press('Enter');
    const money = desk.page.getByRole('region', { name: 'Offer and settlement' });
    // Nobody accepted representation, so that nothing is due.
    await money.getByText(/none, they haven’t accepted it here/).waitFor();
    await saveLook(desk.page, 'settlement');
    expect((await team.record(receipt.intake_id)).consultation?.money.improvement_cents).toBe(109_950);
    expect(desk.trouble).toEqual([]);
  });
});
