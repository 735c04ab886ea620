import { beforeAll, expect, it } from 'vitest';
import { givenTeam, minimalIntake, newEmail, newPhone, submit } from '#testing/intakes';
import { saveImage } from '#test/browser/browser';
import { budgetsOf } from '#test/fixtures/test-settings';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';

const world = useWorld(async () => ({
  budgets: budgetsOf({ email: { address: 1, recipientDay: 2 }, text: { network: 1 } }),
}));
let desk: Desk;
let held = '';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

beforeAll(async () => {
  const { harness } = world.current;
  harness.clock.advance(6 * 3600);
  for (let turn = 0; turn < 3; turn += 1) {
    const customer = { email: newEmail(), phone: newPhone() };
    held = customer.email;
    await submit(harness, minimalIntake({ customer }), from('203.0.113.7'));
  }
  const email = newEmail();
  for (let turn = 0; turn < 3; turn += 1) {
    const vehicle = { vin: `SYNTHET1CVN00001${turn}` };
    await submit(harness, minimalIntake({ customer: { email }, vehicle }), from(`198.51.${turn}.1`));
  }
  desk = await takeSeat(world.current, { role: 'administrator' });
});

it('held messages are listed by the limit that holds them, and can be allowed or dropped', async () => {
  const { harness } = world.current;
  const { page } = desk;
  await page.goto(`${origin}/board/admin`);
  await page.getByRole('tab', { name: 'Messages' }).click();
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('Address limit').getByText('203.0.113.7').waitFor();
  await row('Address limit').getByText('2 mails').waitFor();
  await row('Network limit').getByText('2 texts').waitFor();
  await row('Recipient’s limit').getByText('o•••@example.com').waitFor();
  await saveImage(page, 'board-held-1280', 'first screen');

  await row('Address limit').getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Messages released.').waitFor();
  await harness.sendMessages();
  expect(harness.mailbox.to(held).length).toBe(1);

  await row('Network limit').getByRole('button', { name: 'Drop' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Messages dropped.').waitFor();
  await row('Network limit').waitFor({ state: 'detached' });
  expect(desk.trouble).toEqual([]);
});

it('a case whose number may never be called shows the reason and no number', async () => {
  const { harness } = world.current;
  const team = await givenTeam(harness);
  const { body } = await submit(harness, minimalIntake({ customer: { phone: '876-555-0142' } }), from('192.0.2.1'));
  const id = (await team.record(body.intake_id)).consultation?.id ?? '';
  const { page, trouble } = await takeSeat(world.current, {});
  await page.goto(`${origin}/board/cases/${id}`);
  await page.getByText('Do not call: the number is outside the United States').waitFor();
  expect(await page.getByRole('link', { name: /555-0142/ }).count()).toBe(0);
  await saveImage(page, 'board-number-1280', 'first screen');
  expect(trouble).toEqual([]);
});
