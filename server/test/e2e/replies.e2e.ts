import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveLook } from '#test/browser/browser';
import { startTwilio, type Twilio } from '#test/doubles/twilio';
import { givenIntake, givenTeam } from '#testing/intakes';
import { replyByText } from '#testing/replies';
import { newWindow, origin, takeSeat, useWorld } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

let twilio: Twilio;
const world = useWorld(async () => {
  twilio = await startTwilio();
  return twilio.env;
});
afterAll(() => twilio.close());

let id: string;
let phone: string;
let email: string;

beforeAll(async () => {
  const { harness } = world.current;
  // A Monday on which texts and calls are allowed in every state.
  harness.clock.advance(30 * 3600);
  const whole = wholeIntake(0);
  const receipt = await givenIntake(harness, whole);
  const { consultation } = await (await givenTeam(harness)).record(receipt.intake_id);
  id = consultation?.id ?? '';
  phone = `+1${whole.customer.phone?.replace(/\D/g, '').slice(-10)}`;
  email = whole.customer.email ?? '';
  await harness.sendMessages();
});

const reply = (words: string) => replyByText({ harness: world.current.harness, twilio }, phone, { words });

it('a reply appears on the board and on the case within seconds, is shown as text, and can be answered there', async () => {
  const { harness } = world.current;
  const { page, trouble } = await takeSeat(world.current);
  await page.goto(`${origin}/board`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForSelector('[data-card]');
  await reply('They offered $9,200 <img src=x onerror=alert(1)>. Can you call after 5?');
  await page.getByText('1 reply', { exact: true }).waitFor({ timeout: 5_000 });
  await saveLook(page, 'reply-on-the-board');
  await page.goto(`${origin}/board/cases/${id}`);
  const panel = page.getByRole('region', { name: /Replies/ });
  await panel.getByText('They offered $9,200 <img src=x').waitFor();
  await saveLook(page, 'reply-on-the-case');
  await panel.getByLabel('Answer by text').fill('Yes, a colleague calls you after 5.');
  await panel.getByRole('button', { name: 'Send text' }).click();
  await panel.getByText('Answered', { exact: true }).waitFor();
  await harness.sendMessages();
  expect(twilio.to(phone).at(-1)?.body).toContain('a colleague calls you after 5');
  expect(trouble).toEqual([]);
});

it('a stop link asks once and stops with one button, and the case shows it', async () => {
  const { harness, browser } = world.current;
  const words = harness.mailbox.to(email)[0]?.mail.text ?? '';
  const url = /http:\/\/\S+\/stop\/[\w-]+/.exec(words)?.[0] ?? '';
  const { page, trouble } = await newWindow(browser, { width: 390 });
  await page.goto(url);
  await saveLook(page, 'stop-page');
  await page.getByRole('button', { name: 'Stop messages and calls' }).click();
  await page.getByText('We’ll no longer email this address').waitFor();
  await saveLook(page, 'stopped-page');
  const desk = await takeSeat(world.current);
  await desk.page.goto(`${origin}/board/cases/${id}`);
  await desk.page.getByText('No more contact', { exact: true }).first().waitFor();
  await saveLook(desk.page, 'stopped-case');
  expect([...trouble, ...desk.trouble]).toEqual([]);
});
