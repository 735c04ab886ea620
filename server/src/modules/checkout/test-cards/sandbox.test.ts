import { describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { sweepOnce } from '#platform/jobs';
import { at, givenTestIntake, step } from '#testing/sandbox/agent-sandbox';
import { holdsOf, reconcileDue } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { useHarness, type Harness } from '#test/harness';

const test = useHarness();
const production = useHarness({
  NODE_ENV: 'production',
  PUBLIC_BASE_URL: 'https://makewhole.test',
  SERVICES_BY_STATE: '{"*":{"representation":{"licence":"SYNTHETIC-1"}}}',
});

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const pathOf = (url: string): string => new URL(url).pathname;

async function givenDelivered(harness: Harness) {
  const receipt = await givenTestIntake(harness);
  for (const name of ['confirm', 'start', 'deliver']) expect((await step(harness, receipt, name)).status).toBe(200);
  const poll = () => harness.call('GET', `${at}/intakes/${receipt.intake_id}`, { token: receipt.poll_token });
  return { receipt, poll };
}

describe.each([
  ['a service without a card provider', test],
  ['production', production],
])('the checkout of a sandbox case, in %s', (_name, service) => {
  it('a sandbox checkout is real, and a test card pre-authorizes it', async () => {
    const { current: harness } = service;
    const { poll } = await givenDelivered(harness);
    const { research_url: research } = (await poll()).body.checkout;
    const offer = await harness.call('GET', pathOf(research));
    expect(offer.text).toContain('This is a test. Nothing here reaches anybody');
    const accepted = await harness.call('POST', pathOf(research), { raw: 'accept_terms=true', headers: form });
    expect(accepted.status).toBe(303);
    const page = pathOf(accepted.headers.get('location') ?? '');
    expect(page).toMatch(/^\/test-cards\/test_cs_/);
    expect((await harness.call('GET', page)).text).toContain('This is a test page.');
    expect((await harness.call('POST', page, { raw: 'card=works', headers: form })).status).toBe(303);
    const { checkout } = (await poll()).body;
    expect(checkout.research_url).toBeNull();
    expect(checkout.representation_url).toMatch(/\/checkout\//);
  });

  it('a sandbox checkout sends no messages, is on no list of the team, and is not evidence', async () => {
    const { current: harness } = service;
    const { receipt, poll } = await givenDelivered(harness);
    const path = pathOf((await poll()).body.checkout.representation_url);
    const accepted = await harness.call('POST', path, { raw: 'accept_terms=true', headers: form });
    const page = pathOf(accepted.headers.get('location') ?? '');
    await harness.call('POST', page, { raw: 'card=works', headers: form });
    await harness.sendMessages();
    await reconcileDue(harness);
    const consultation = `(select id from consultations.consultations where source_id = $1)`;
    const { rows } = await harness.owner.pool.query<{ consultation_id: string; test: boolean }>(
      `select consultation_id, test from checkout.checkouts where consultation_id = ${consultation}`,
      [receipt.intake_id],
    );
    expect(rows).toMatchObject([{ test: true }]);
    const [hold] = await holdsOf(harness, { consultationId: rows[0]?.consultation_id ?? '' });
    expect(hold).toMatchObject({ state: 'held', test: true });
    expect(harness.mailbox.received).toEqual([]);
    const messages = await harness.call('GET', `/sandbox/api/intakes/${receipt.intake_id}/messages`, {
      token: receipt.poll_token,
    });
    expect(messages.body.messages.map(({ links }: { links: string[] }) => links.join())).toContainEqual(
      expect.stringContaining('/checkout/'),
    );
    const about = await harness.owner.pool.query('select state from customers.messages where subject_id = $1', [
      hold?.id,
    ]);
    expect(about.rows).toEqual([{ state: 'sandbox' }]);
    const holds = await harness.call('GET', '/api/staff/v1/holds', { token: await givenStaffToken(harness) });
    expect(holds.body.data).toEqual([]);
    const evidence = await harness.owner.pool.query(`select from consent.entries where subject_id = $1`, [
      receipt.intake_id,
    ]);
    expect(evidence.rowCount).toBe(0);
  });
});

it('a sandbox checkout works without a provider: its hold lapses, and its owner can start again', async () => {
  const { current: harness } = test;
  const { poll } = await givenDelivered(harness);
  const path = pathOf((await poll()).body.checkout.research_url);
  const accepted = await harness.call('POST', path, { raw: 'accept_terms=true', headers: form });
  await harness.call('POST', pathOf(accepted.headers.get('location') ?? ''), { raw: 'card=lapses', headers: form });
  expect((await poll()).body.checkout.research_url).toBeNull();
  harness.clock.advance(61);
  await reconcileDue(harness);
  expect(pathOf((await poll()).body.checkout.research_url)).toBe(path);
});

it('a sandbox checkout is deleted with its case, and a live case keeps its data', async () => {
  const { current: harness } = test;
  const { receipt, poll } = await givenDelivered(harness);
  const path = pathOf((await poll()).body.checkout.research_url);
  const accepted = await harness.call('POST', path, { raw: 'accept_terms=true', headers: form });
  await harness.call('POST', pathOf(accepted.headers.get('location') ?? ''), { raw: 'card=works', headers: form });
  await harness.owner.pool.query(
    `insert into test_cards.sessions (id, hold_id, attempt, livemode, title, amount_cents, return_url, created_at, expires_at)
     values ('test_cs_live', 'hld_live', 1, true, 'x', 100, 'https://makewhole.test/', now(), now())`,
  );
  harness.clock.advance(31 * 86_400);
  for (const sweep of sweeps(harness.ctx).filter(({ name }) => name.startsWith('agent-sandbox.')))
    await sweepOnce(sweep, harness.ctx);
  const { rows } = await harness.owner.pool.query(
    `select (select count(*)::int from intakes.intakes where id = $1) as intakes,
       (select count(*)::int from checkout.checkouts) as checkouts, (select count(*)::int from checkout.holds) as holds,
       (select count(*)::int from test_cards.payments) as payments,
       (select array_agg(id) from test_cards.sessions) as sessions`,
    [receipt.intake_id],
  );
  expect(rows).toEqual([{ intakes: 0, checkouts: 0, holds: 0, payments: 0, sessions: ['test_cs_live'] }]);
});
