import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/access';
import { givenKeyPair, givenPartner, toPem } from '#testing/partners';
import { givenEnrollment } from '#testing/plans';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';

// Every form of the administration is sent once as people send it, and the service takes what it says.

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

it('a person gets their discount, and a person is spared for good', async () => {
  const { harness } = world.current;
  const page = await open('Programs');
  const email = 'synthetic-owner@example.com';
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Grant the discount' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The discount is theirs.').waitFor();
  const discounts = await harness.ctx.db.many({ text: 'select source from customers.discounts', values: [] });
  expect(discounts).toEqual([{ source: 'staff' }]);
  await page.getByLabel('Email or phone').fill('(212) 555-0147');
  await page.getByRole('button', { name: 'Do not contact' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('They are left alone from now on.').waitFor();
  await page.getByText('+12125550147 as you typed it').waitFor();
  expect(desk.trouble).toEqual([]);
});

it('a run of statements says what it issued, or why it issued none', async () => {
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
    await page.getByRole('button', { name: 'Make what is missing' }).click();
    await page.getByText(told, { exact: true }).waitFor();
  };
  await run('2026-09', 'No statement was issued: nobody was enrolled in that month.');
  const token = await givenStaffToken(harness);
  const path = `/api/staff/v1/institutions/${one.institutionId}`;
  await harness.call('PATCH', path, { token, body: { plans: [silver] } });
  await run('2026-10', '1 statement was issued. 1 institution got none: a plan without a price.');
  await harness.call('PATCH', path, { token, body: institution });
  await run('2026-10', '1 statement was issued.');
  await run('2026-10', 'No statement was issued: all 2 of that month were there already.');
  expect(desk.trouble).toEqual([]);
});

it('an institution proves a signing key, its endpoint is turned off and on, and both are taken away', async () => {
  const page = await open('Institutions');
  await page.getByLabel('Name of a new institution').fill('Synthetic Forms Bank');
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
  await page.getByText('The signing key is revoked.').waitFor();

  const endpoints = page.getByRole('region', { name: 'Webhook endpoints' });
  await page.getByLabel('Address of a new endpoint').fill('https://receiver.example.com/events');
  await endpoints.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('button', { name: 'End the overlap' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Only the new secret works now.').waitFor();
  await page.getByRole('button', { name: 'Recover the last day' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('What was missed is on its way again.').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('A test is on its way.').waitFor();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Resend' }).first().click();
  await page.getByText('It is on its way again.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The endpoint is gone.').waitFor();

  for (const program of ['institution_paid', 'borrower_paid']) {
    await page.getByRole('button', { name: 'Change the terms' }).click();
    await page.getByLabel('Program').selectOption(program);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change the terms' }).waitFor();
  }
  await page.getByRole('button', { name: 'Change the terms' }).click();
  await page.getByLabel('Program').selectOption('subsidized');
  await page.getByLabel('Subsidy is').selectOption('percent');
  await page.getByLabel('Percent, 0 to 100').fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('subsidized, 25 %').waitFor();
  expect(desk.trouble).toEqual([]);
});

it('a colleague gets another role, is locked out and let back in', async () => {
  await takeSeat(world.current, { role: 'agent' });
  const page = await open('Team');
  await page.getByRole('button', { name: 'Make lead' }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The role is lead.').waitFor();
  await page.getByRole('button', { name: 'Lock out' }).first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('They are signed out and cannot come back in.').waitFor();
  await page.getByRole('button', { name: 'Let back in' }).click();
  await page.getByText('They may come in again.').waitFor();
  expect(desk.trouble).toEqual([]);
});
