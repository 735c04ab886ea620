// A developer looks for an event, compares a receiver's events with the log, and has the missing ones sent again.
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#lib/time/dates';
import { makeSeals } from '#testing/webhooks/events';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { givenEndpoint } from '#testing/webhooks';
import type { screens } from '#test/browser/browser';
import { look, storyWidths } from '#test/browser/look';
import { until } from '#test/until';
import { newWindow, origin, useWorld, type Desk } from '../board-world.ts';

const world = useWorld();
let institutionId: string;
let day: string;
let ids: string[];

beforeAll(async () => {
  const { harness } = world.current;
  const client = await givenPartner(harness);
  ({ institutionId } = client);
  const token = await givenStaffToken(harness);
  await givenEndpoint({ harness, token }, institutionId, { livemode: false, url: 'https://hooks.example.com/all' });
  for (let made = 0; made < 4; made += 1)
    await givenReferral(harness, client.key, { external_ref: `synthetic-${made}` });
  day = dayOf(harness.clock.now());
  harness.clock.advance(86_400);
  await until('the seals', async () => (await makeSeals(harness.ctx)).waiting === 0, 60_000);
  const { rows } = await harness.owner.pool.query<{ id: string }>(
    'select id from events.events where account_id = $1 order by place',
    [institutionId],
  );
  ids = rows.map(({ id }) => id);
});

async function takeSeat(width: keyof typeof screens = 1280): Promise<Desk> {
  const desk = await newWindow(world.current.browser, { width, bypassCsp: true });
  const { headers } = await givenPortalUser(world.current.harness, { institutionId, role: 'developer' });
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await desk.context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  return desk;
}

const at = (path: string) => `${origin}/portal/${institutionId}/test${path}`;

describe.each(storyWidths)('events in the portal, %s px wide', (width) => {
  it('events are found by type and object, and shown with their object and deliveries', async () => {
    const desk = await takeSeat(width);
    const { page } = desk;
    await page.goto(at('/events'));
    await page.getByRole('link', { name: 'referral.created' }).first().waitFor();
    await page.locator('time[title$=" UTC"]').first().waitFor();
    await look(page, 'portal-events');
    await page.getByLabel('Type').selectOption('referral.invited');
    await until(
      'only invitations',
      async () => (await page.getByRole('link', { name: 'referral.created' }).count()) === 0,
    );
    await page.getByLabel('Object id').fill('ref_nothing');
    await page.getByText('No events match these filters.').waitFor();
    await page.getByLabel('Object id').fill('');
    await page.getByRole('link', { name: 'referral.invited' }).first().click();
    await page.getByRole('heading', { name: 'referral.invited' }).waitFor();
    await page.getByText('https://hooks.example.com/all').first().waitFor();
    await look(page, 'portal-event');
    await page.goto(at('/events/evt_000000000000000000000000'));
    await page.getByText('No event has this id.').waitFor();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });

  it('events are compared with those a receiver has, and the missing ones are sent again', async () => {
    const desk = await takeSeat(width);
    const { page } = desk;
    await page.goto(at('/events/completeness'));
    await page.getByText(day).first().waitFor();
    await page.getByLabel('First day (UTC)').fill(day);
    await page.getByLabel('Last day (UTC)').fill(day);
    await page.getByLabel('Event ids you have').fill([...ids.slice(2), 'evt_unknown'].join('\n'));
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'You’re missing 2 events.' }).waitFor();
    await page.getByText('Unknown to us: 1').waitFor();
    await page.getByLabel('Resend missing events to').selectOption({ label: 'https://hooks.example.com/all' });
    await page.getByRole('button', { name: 'Preview the count' }).click();
    // They were never delivered here: their deliveries still wait.
    await page.getByText('2 events already on their way').waitFor();
    await look(page, 'portal-completeness');
    await page.getByLabel('Event ids you have').fill(ids.join('\n'));
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: `You have all ${ids.length} events from this period.` }).waitFor();
    expect(desk.trouble).toEqual([]);
    await desk.context.close();
  });
});
