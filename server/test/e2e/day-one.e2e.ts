import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { givenIntake, givenTeam, newPhone, poll, type CreatedReceipt, type Team } from '#testing/intakes';
import { saveImage } from '#test/browser/browser';
import { until } from '#test/until';
import { newWindow, signIn, useWorld } from './board-world.ts';

const world = useWorld();
let team: Team;
let receipt: CreatedReceipt;
const phone = newPhone();

beforeAll(async () => {
  const { harness } = world.current;
  // Ten in the morning in California: within the calling hours.
  harness.clock.advance(30 * 3600);
  team = await givenTeam(harness);
  receipt = await givenIntake(harness, {
    agent: { name: 'Claims Companion', platform: 'claims-companion', version: '3.1.0' },
    customer: { first_name: 'Alex', last_name: 'Example', email: 'alex@example.com', phone },
    vehicle: { vin: '4T1B11HK5KU211111', year: 2019, make: 'Toyota', model: 'Camry', odometer: 61_000 },
    loss: { loss_state: 'CA', zip: '94107', date_of_loss: '2026-11-01', insurance_path: 'own' },
    offer: { insurer: 'Example Mutual', claim_number: 'EX-4711', acv_offer_cents: 1_490_000 },
    consent: { attestation: 'Alex asked me to submit this and knows that you will write and that a person will call.' },
  });
});

const status = async (): Promise<string> => (await poll(world.current.harness, receipt)).body.status;
const untilStatus = (wanted: string) => until(`the receipt says ${wanted}`, async () => (await status()) === wanted);
const press = (page: Page, key: string) => page.keyboard.press(key);

it('a staff member signs in, takes the next call, logs it by keyboard, undoes it, confirms, starts and delivers, and the receipt shows it', async () => {
  const { page, trouble } = await newWindow(world.current.browser);
  await signIn(world.current, page);
  await page.waitForSelector('[data-card]');

  await press(page, 'q');
  await page.getByText('Ready?').waitFor();
  await press(page, 'Enter');
  await page.getByText('Call script').waitFor();
  const number = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
  await page.getByRole('link', { name: number }).waitFor();
  await page.getByText('Alex asked me to submit this').waitFor();

  // Undone within ten seconds: nothing was sent.
  await press(page, '4');
  await page.getByText('No answer').last().waitFor();
  await press(page, 'z');
  await page.getByText('undone. Nothing was sent.').waitFor();
  expect((await team.record(receipt.intake_id)).consultation?.calls).toEqual([]);

  await press(page, 'n');
  await page.keyboard.type('Spoke to the machine.');
  await press(page, 'Escape');
  await press(page, '3');
  await saveImage(page, 'board-undo-1280', 'first screen');
  await press(page, 'Enter');
  await untilStatus('contact_attempted');
  expect((await team.record(receipt.intake_id)).consultation?.calls).toEqual([
    expect.objectContaining({ outcome: 'voicemail', note: 'Spoke to the machine.' }),
  ]);

  await page.getByRole('button', { name: /Take this case/ }).waitFor();
  await press(page, 't');
  await page.getByText('no one else can call', { exact: true }).waitFor();
  await press(page, '1');
  await press(page, 'Enter');
  await untilStatus('customer_confirmed');
  await page.getByRole('button', { name: /Start the consultation/ }).waitFor();
  await press(page, 's');
  await press(page, 'Enter');
  await untilStatus('consultation_active');
  await page.getByRole('button', { name: /Consultation delivered/ }).waitFor();
  await press(page, 'd');
  await press(page, 'Enter');
  await until(
    'the case is delivered',
    async () => (await team.record(receipt.intake_id)).consultation?.delivered_at !== null,
  );
  await page.getByText('Delivered: consultation active').waitFor();
  expect(new URL(page.url()).pathname).toBe('/board/next');
  expect(trouble).toEqual([]);
});
