import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems, saveImage, sidewaysScroll } from '#test/browser/browser';
import { until } from '#test/until';
import { givenIntake, givenTeam, type CreatedReceipt, type Team } from '#testing/intakes';
import { givenCaller } from '#testing/consultations';
import { newWindow, origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let team: Team;
let desk: Desk;
let receipt: CreatedReceipt;
let caseId = '';
let made = 200;

beforeAll(async () => {
  world.current.harness.clock.advance(6 * 3600);
  team = await givenTeam(world.current.harness);
  desk = await takeSeat(world.current);
});

beforeEach(async () => {
  receipt = await givenIntake(world.current.harness, wholeIntake((made += 1)));
  caseId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
});

const open = () => desk.page.goto(`${origin}/board/cases/${caseId}`);
const press = (key: string) => desk.page.keyboard.press(key);
const record = () => team.record(receipt.intake_id);
const outcomes = async () => (await record()).consultation?.calls.map(({ outcome }) => outcome) ?? [];

async function pressStop(): Promise<void> {
  await press('8');
  await desk.page.getByText('Press 8 again to confirm').waitFor();
  await press('8');
  await desk.page.getByText('Send now').waitFor();
  await press('Enter');
  await until('the stop', async () => (await outcomes()).includes('do_not_contact'));
}

describe('key 9, a wrong number', () => {
  it('key 9 removes the number: the case waits for another, and its owner enters it on a page', async () => {
    await open();
    await desk.page.getByText('Call outcome').waitFor();
    await press('9');
    await desk.page.getByText(/CN-\S+: Wrong number/).waitFor();
    await press('Enter');
    await desk.page.getByText('The case needs another number.').waitFor();
    await desk.page.getByText('Called: wrong number, struck from the case').waitFor();
    expect((await record()).status).toBe('contact_attempted');
    expect(await accessibilityProblems(desk.page)).toEqual([]);
    await saveImage(desk.page, 'board-wrong-number-1280', 'first screen');
    await desk.page.goto(`${origin}/board`);
    await desk.page.getByText('Needs a number').first().waitFor();

    const { harness, browser } = world.current;
    await harness.sendMessages();
    const email = (await record()).customer.email ?? '';
    const texts = harness.mailbox.to(email.toLowerCase()).map(({ mail }) => mail.text ?? '');
    const url = /http\S+\/c\/number\/\w+/.exec(texts.join('\n'))?.[0] ?? '';
    for (const width of [390, 1280] as const) {
      const { page, context, trouble } = await newWindow(browser, { width });
      await page.goto(url);
      await page.getByRole('heading', { name: 'Which number may we call you at?' }).waitFor();
      expect([await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([[], 0]);
      await saveImage(page, `number-asking-${width}`);
      if (width === 1280) {
        await page.getByLabel(/Your US phone number/).fill('12345');
        await page.getByRole('button', { name: 'Call me at this number' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByLabel(/Your US phone number/).fill('(917) 555-0142');
        await page.getByRole('button', { name: 'Call me at this number' }).click();
        await page.getByRole('heading', { name: 'Thank you, we have your number.' }).waitFor();
        await saveImage(page, `number-given-${width}`);
      }
      expect(trouble).toEqual([]);
      await context.close();
    }
    await open();
    await desk.page.getByText('•••-•••-0142').waitFor();
    expect(desk.trouble).toEqual([]);
  });
});

describe('key 8, do not contact', () => {
  it('key 8 works in a consultation that has begun, and the case shows that it gets no calls', async () => {
    await team.call(receipt.intake_id, 'confirmed');
    await team.start(receipt.intake_id);
    await open();
    await desk.page.getByText('Call outcome').waitFor();
    await pressStop();
    await desk.page.getByText('Do not call: they asked not to be contacted').waitFor();
    expect((await record()).status).toBe('consultation_active');
    await saveImage(desk.page, 'board-stopped-1280', 'first screen');
    expect(desk.trouble).toEqual([]);
  });

  it('key 8 works in a closed case, where no other outcome is offered', async () => {
    await team.call(receipt.intake_id, 'declined');
    await open();
    await desk.page.getByText('Asked us to stop').waitFor();
    expect(await desk.page.getByRole('button', { name: /No answer/ }).count()).toBe(0);
    await pressStop();
    expect((await record()).status).toBe('declined');
  });

  it('key 8 works while a colleague has the case', async () => {
    const other = await givenCaller(world.current.harness);
    expect((await other.act('claim', caseId)).status).toBe(200);
    await open();
    await desk.page.getByText('Asked us to stop').waitFor();
    await pressStop();
    expect((await record()).status).toBe('declined');
    expect(desk.trouble).toEqual([]);
  });
});

describe('key 2, a callback', () => {
  it('key 2 offers no time at which the law forbids a call, and shows when calls are allowed', async () => {
    await open();
    await desk.page.getByText('Call outcome').waitFor();
    await press('2');
    await desk.page.getByText('Call back when?').waitFor();
    await desk.page.getByLabel('Another time, same time zone').fill('2026-11-18T23:30');
    await desk.page.getByText(/No calls are allowed then. The next allowed time is Thu 8:00 AM their time/).waitFor();
    expect(await desk.page.getByRole('button', { name: 'Set' }).isDisabled()).toBe(true);
    await press('Escape');
  });
});
