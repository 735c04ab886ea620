import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenKeyPair, givenPartner, toPem } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';

// Submits every form of the administration screens once through the UI, and checks that the service stores it.

const world = useWorld();
let desk: Desk;

beforeAll(async () => {
  desk = await takeSeat(world.current, { role: 'administrator' });
});

async function open(name: string): Promise<Page> {
  await desk.page.goto(`${origin}/board/admin`);
  await desk.page.getByRole('tab', { name }).click();
  return desk.page;
}

it('a customer gets their discount, and a customer is put on the do-not-contact list', async () => {
  const { harness } = world.current;
  const page = await open('Programs');
  const email = 'synthetic-owner@example.com';
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Grant discount' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Discount granted.').waitFor();
  const discounts = await harness.ctx.db.many({ text: 'select source from customers.discounts', values: [] });
  expect(discounts).toEqual([{ source: 'staff' }]);
  await page.getByRole('tab', { name: 'Do not contact' }).click();
  await page.getByLabel('Email or phone').fill('(212) 555-0147');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByText('Not on the list.').waitFor();
  await page.getByRole('button', { name: 'Do not contact' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Added to the do-not-contact list.').waitFor();
  await page.getByText('+12125550147 as you typed it').waitFor();
  expect(desk.trouble).toEqual([]);
});

it('a statement run reports what it issued, or why it issued nothing', async () => {
  const { harness } = world.current;
  const silver = { code: 'silver', unit_price_cents: 100 };
  const institution = { plans: [silver, { code: 'gold', unit_price_cents: 900 }] };
  const [one, other] = [
    await givenPartner(harness, { livemode: true, institution }),
    await givenPartner(harness, { livemode: true }),
  ];
  await givenEnrollment(harness, one.key, { plan: 'gold', effective_on: '2026-10-01' });
  await givenEnrollment(harness, other.key, { effective_on: '2026-10-01' });
  const page = await open('Programs');
  const run = async (period: string, told: string) => {
    await page.getByLabel('Month').fill(period);
    await page.getByRole('button', { name: 'Issue missing statements' }).click();
    await page.getByText(told, { exact: true }).waitFor();
  };
  await run('2026-09', 'No statements issued: no vehicles were enrolled in that month.');
  const token = await givenStaffToken(harness);
  const path = `/api/staff/v1/institutions/${one.institutionId}`;
  await harness.call('PATCH', path, { token, body: { plans: [silver] } });
  await run('2026-10', '1 statement issued. 1 institution skipped: a plan has no price.');
  await harness.call('PATCH', path, { token, body: institution });
  await run('2026-10', '1 statement issued.');
  await run('2026-10', 'No statements issued: all 2 for that month already exist.');
  expect(desk.trouble).toEqual([]);
});

it('an institution proves a signing key, its endpoint is turned off and on, and both are deleted', async () => {
  const page = await open('Institutions');
  await page.getByLabel('New institution name').fill('Synthetic Forms Bank');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('link', { name: 'Synthetic Forms Bank' }).click();
  for (const alg of ['ed25519', 'ecdsa-p256-sha256'] as const) {
    await page.getByLabel('Public key').fill(toPem(givenKeyPair(alg).publicKey));
    await page.getByLabel('Algorithm').selectOption(alg);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('cell', { name: alg }).waitFor();
  }
  const keys = page.getByRole('region', { name: 'Signing keys' });
  await keys.getByRole('button', { name: 'Revoke' }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Signing key revoked.').waitFor();

  const endpoints = page.getByRole('region', { name: 'Webhook endpoints' });
  await page.getByLabel('New endpoint URL').fill('https://receiver.example.com/events');
  await endpoints.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'End overlap' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Only the new secret works now.').waitFor();
  await page.getByRole('button', { name: 'Recover last 24 hours' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Failed deliveries queued again.').waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('Test event queued.').waitFor();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Resend' }).first().click();
  await page.getByText('Delivery queued again.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Endpoint removed.').waitFor();

  for (const program of ['institution_paid', 'borrower_paid']) {
    await page.getByRole('button', { name: 'Edit terms' }).click();
    await page.getByLabel('Program', { exact: true }).selectOption(program);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit terms' }).waitFor();
  }
  await page.getByRole('button', { name: 'Edit terms' }).click();
  await page.getByLabel('Program', { exact: true }).selectOption('subsidized');
  await page.getByLabel('Subsidy type').selectOption('percent');
  await page.getByLabel('Percent, 0 to 100').fill('25');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('subsidized, 25 %').waitFor();
  expect(desk.trouble).toEqual([]);
});

it('a colleague is given another role, disabled and enabled again', async () => {
  await takeSeat(world.current, { role: 'caller' });
  const page = await open('Team');
  await page.getByRole('button', { name: 'Make lead' }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Role changed to lead.').waitFor();
  await page.getByRole('button', { name: 'Disable' }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Account disabled and signed out.').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Account enabled.').waitFor();
  expect(desk.trouble).toEqual([]);
});
