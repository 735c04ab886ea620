import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { givenIntake, givenTeam, submit } from '#testing/intakes';
import { until } from '#test/until';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let desk: Desk;

beforeAll(async () => {
  world.current.harness.clock.advance(6 * 3600);
  desk = await takeSeat(world.current, { role: 'administrator' });
});

async function open(name: string): Promise<Page> {
  await desk.page.goto(`${origin}/board/admin`);
  await desk.page.getByRole('tab', { name }).click();
  return desk.page;
}

it('an agent is suspended and let back in; its key works accordingly', async () => {
  const { harness } = world.current;
  const { key } = await givenAgent(harness);
  const works = async () => (await harness.call('GET', '/api/agent/v1/me', { token: key })).status;
  expect(await works()).toBe(200);
  const page = await open('Agents');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The agent is suspended.').waitFor();
  expect(await works()).toBe(401);
  await page.getByRole('button', { name: 'Let back in' }).click();
  await page.getByText('The agent is active.').waitFor();
  expect(await works()).toBe(200);
});

it('the intake program is closed for everybody and opened again', async () => {
  const page = await open('Programs');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('agents may submit cases: closed.').waitFor();
  expect((await submit(world.current.harness, wholeIntake(0))).body).toMatchObject({ code: 'program_disabled' });
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.getByText('agents may submit cases: open.').waitFor();
  expect((await submit(world.current.harness, wholeIntake(0))).status).toBe(201);
});

it('an institution gets a key, an endpoint with a test and a delivery, and loses them again', async () => {
  const { harness } = world.current;
  const page = await open('Institutions');
  await page.getByLabel('Name of a new institution').fill('Synthetic Savings Bank');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('link', { name: 'Synthetic Savings Bank' }).click();
  await page.getByRole('button', { name: 'Make a test key' }).click();
  const key =
    (await page
      .locator('code', { hasText: /^gap_test_/ })
      .first()
      .textContent()) ?? '';
  const works = async () => (await harness.call('GET', '/api/gap/v1/me', { token: key })).status;
  expect(await works()).toBe(200);

  await page.getByLabel('Address of a new endpoint').fill('https://receiver.example.com/events');
  await page.getByRole('region', { name: 'Webhook endpoints' }).getByRole('button', { name: 'Add' }).click();
  await page.getByText('The secret, shown this once').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('A test is on its way.').waitFor();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('cell', { name: 'pending' }).waitFor();
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('button', { name: 'End the overlap' }).waitFor();

  await page.getByRole('button', { name: 'Change the terms' }).click();
  await page.getByLabel('Technical contact').fill('operations@example.com');
  // In dollars: whoever writes 150 means no cents.
  await page.getByLabel('Program').selectOption('subsidized');
  await page.getByLabel('Dollars', { exact: true }).fill('150.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('operations@example.com').waitFor();
  await page.getByText('subsidized, $150.50').waitFor();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await until('the key is refused', async () => (await works()) === 401);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('suspended', { exact: true }).waitFor();
  expect(desk.trouble).toEqual([]);
});

it('a lead takes a case over with a reason, which stands in the audit trail', async () => {
  const { harness } = world.current;
  const team = await givenTeam(harness);
  const opened = await givenIntake(harness, wholeIntake(1));
  const id = (await team.record(opened.intake_id)).consultation?.id ?? '';
  await team.post(`/queue/${id}/claim`, undefined);
  const lead = await takeSeat(world.current, { role: 'lead' });
  await lead.page.goto(`${origin}/board/cases/${id}`);
  await lead.page.getByLabel('Reason to take it over').fill('The owner is on my line.');
  await lead.page.getByRole('button', { name: 'Take over' }).click();
  await lead.page.getByText('nobody else can call', { exact: true }).waitFor();
  const page = await open('Audit');
  await page.getByLabel('About which id').fill(id);
  await page.getByRole('cell', { name: 'The owner is on my line.' }).waitFor();
  expect(lead.trouble).toEqual([]);
});

it('a person who is no administrator sees none of it', async () => {
  const { page } = await takeSeat(world.current, { role: 'agent' });
  await page.goto(`${origin}/board`);
  await page.getByRole('link', { name: 'Board' }).waitFor();
  expect(await page.getByRole('link', { name: /Administration|Load/ }).count()).toBe(0);
  await page.goto(`${origin}/board/admin`);
  await page.getByRole('alert').getByText('role').first().waitFor();
});
