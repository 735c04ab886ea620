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
  world.current.harness.clock.advance(30 * 3600);
  desk = await takeSeat(world.current, { role: 'administrator' });
});

async function open(name: string): Promise<Page> {
  await desk.page.goto(`${origin}/board/admin`);
  await desk.page.getByRole('tab', { name }).click();
  return desk.page;
}

it('an agent is suspended and reinstated; its key works accordingly', async () => {
  const { harness } = world.current;
  const { key } = await givenAgent(harness);
  const works = async () => (await harness.call('GET', '/api/agent/v1/me', { token: key })).status;
  expect(await works()).toBe(200);
  const page = await open('Agents');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Agent suspended.').waitFor();
  expect(await works()).toBe(401);
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByText('Agent reinstated.').waitFor();
  expect(await works()).toBe(200);
});

it('the intake program is disabled for everyone and enabled again', async () => {
  const page = await open('Programs');
  await page.getByRole('button', { name: 'Disable', exact: true }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('agents may submit cases: disabled.').waitFor();
  expect((await submit(world.current.harness, wholeIntake(0))).body).toMatchObject({ code: 'program_disabled' });
  await page.getByRole('button', { name: 'Enable', exact: true }).first().click();
  await page.getByText('agents may submit cases: enabled.').waitFor();
  expect((await submit(world.current.harness, wholeIntake(0))).status).toBe(201);
});

it('an institution gets a key, an endpoint with a test and a delivery, and then both are removed', async () => {
  const { harness } = world.current;
  const page = await open('Institutions');
  await page.getByLabel('New institution name').fill('Synthetic Savings Bank');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('link', { name: 'Synthetic Savings Bank' }).click();
  await page.getByRole('button', { name: 'Create test key' }).click();
  const key =
    (await page
      .locator('code', { hasText: /^gap_test_/ })
      .first()
      .textContent()) ?? '';
  const works = async () => (await harness.call('GET', '/api/gap/v1/me', { token: key })).status;
  expect(await works()).toBe(200);

  await page.getByLabel('New endpoint URL').fill('https://receiver.example.com/events');
  await page.getByRole('region', { name: 'Webhook endpoints' }).getByRole('button', { name: 'Add' }).click();
  await page.getByText('Signing secret (shown only once)').waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('Test event queued.').waitFor();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('cell', { name: 'pending' }).waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'End overlap' }).waitFor();

  await page.getByRole('button', { name: 'Edit terms' }).click();
  await page.getByLabel('Technical contact').fill('operations@example.com');
  // In dollars: staff who type 150 do not mean cents.
  await page.getByLabel('Program', { exact: true }).selectOption('subsidized');
  await page.getByLabel('Dollars', { exact: true }).fill('150.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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

it('a lead takes a case over with a reason, which is in the audit trail', async () => {
  const { harness } = world.current;
  const team = await givenTeam(harness);
  const receipt = await givenIntake(harness, wholeIntake(1));
  const id = (await team.record(receipt.intake_id)).consultation?.id ?? '';
  await team.post(`/queue/${id}/claim`, undefined);
  const lead = await takeSeat(world.current, { role: 'lead' });
  await lead.page.goto(`${origin}/board/cases/${id}`);
  await lead.page.getByLabel('Reason for taking over').fill('The owner is on my line.');
  await lead.page.getByRole('button', { name: 'Take over' }).click();
  await lead.page.getByText('no one else can call', { exact: true }).waitFor();
  const page = await open('Audit');
  await page.getByLabel('Subject ID').fill(id);
  await page.getByRole('cell', { name: 'The owner is on my line.' }).waitFor();
  expect(lead.trouble).toEqual([]);
});

it('a person who is not an administrator sees no administration screens', async () => {
  const { page } = await takeSeat(world.current, { role: 'caller' });
  await page.goto(`${origin}/board`);
  await page.getByRole('link', { name: 'Board' }).waitFor();
  expect(await page.getByRole('link', { name: /Administration|Workload/ }).count()).toBe(0);
  await page.goto(`${origin}/board/admin`);
  await page.getByRole('alert').getByText('role').first().waitFor();
});
