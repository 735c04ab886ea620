import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll, screens } from '#test/browser/browser';
import { givenInstitution, givenPartner } from '#testing/partners';
import { givenTeam, newPhone, submit, type Team } from '#testing/intakes';
import { givenReferral, referralBody } from '#testing/referrals';
import { bringEnrollmentTo, givenEnrollment } from '#testing/memberships';
import { givenAgent, registrationBody } from '#testing/agents';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';
import { hostileTexts, upTo } from '#test/fixtures/hostile-texts';
import { isNightly } from '#test/runs';

const world = useWorld();
let team: Team;
let desk: Desk;

beforeAll(async () => {
  world.current.harness.clock.advance(30 * 3600);
  team = await givenTeam(world.current.harness);
  desk = await takeSeat(world.current, { role: 'administrator' });
}, 120_000);

/** An intake in which every free text is this one. */
const hostileIntake = (text: string) => ({
  agent: { name: upTo(text, 120), platform: 'synthetic-agent', version: upTo(text, 60) },
  customer: { first_name: upTo(text, 80), last_name: upTo(text, 80), phone: newPhone() },
  vehicle: { make: upTo(text, 60), model: upTo(text, 80), trim: upTo(text, 80), plate: upTo(text, 12) },
  loss: { loss_state: 'CA' },
  offer: { insurer: upTo(text, 120), claim_number: upTo(text, 60), acv_offer_cents: 100 },
  consent: { attestation: `The customer asked. ${text}`.padEnd(20), attestor_name: upTo(text, 120) },
  external_ref: upTo(text, 120),
});

/** Opens a page in both widths: no script ran, the policy blocked nothing, nothing overflows. */
async function harmless(page: Page, url: string, ready: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector(ready);
  for (const screen of Object.values(screens)) {
    await page.setViewportSize(screen);
    expect([url, await sidewaysScroll(page)]).toEqual([url, 0]);
  }
  expect(
    await page
      .locator('script:not([src^="/board/assets/"]), iframe, object, embed, form[action*=evil], #main a[href*=evil]')
      .count(),
  ).toBe(0);
  expect(desk.trouble).toEqual([]);
}

/** All are on the board; CI opens every fifth case, the nightly run all of them. */
const isVisited = (_: unknown, index: number): boolean => isNightly || index % 5 === 0;

describe('fifty hostile texts', () => {
  it('in every field that an agent fills are text on the board, in the case, and in a search for them', async () => {
    expect(hostileTexts).toHaveLength(50);
    const ids: string[] = [];
    for (const text of hostileTexts) {
      const { status, body, text: answer } = await submit(world.current.harness, hostileIntake(text));
      expect([text, status, answer]).toEqual([text, 201, expect.any(String)]);
      const { consultation } = await team.record(body.intake_id);
      await team.post(`/intakes/${body.intake_id}/calls`, { outcome: 'voicemail', note: upTo(text, 2000) });
      ids.push(consultation?.id ?? '');
    }
    await harmless(desk.page, `${origin}/board`, '[data-card]');
    expect(await desk.page.locator('[data-card]').count()).toBe(50);
    expect(await desk.page.locator('.hidden-character', { hasText: 'U+202E' }).count()).toBeGreaterThan(0);
    for (const id of ids.filter(isVisited)) await harmless(desk.page, `${origin}/board/cases/${id}`, '#timeline');
    await desk.page.fill('#search', '<script>alert(1)</script>');
    await desk.page.getByText(/results?[.:]/).waitFor();
    expect(desk.trouble).toEqual([]);
  }, 600_000);

  it('in every field that a partner fills are text too', async () => {
    const { harness } = world.current;
    const partner = await givenPartner(harness, { livemode: true });
    for (const text of hostileTexts) {
      const base = referralBody();
      const referral = await givenReferral(harness, partner.key, {
        external_ref: upTo(text, 120),
        borrower: { ...base.borrower, first_name: upTo(text, 80), last_name: upTo(text, 80) },
        vehicle: { ...base.vehicle, make: upTo(text, 60), model: upTo(text, 80) },
        claim: { ...base.claim, carrier: upTo(text, 120), claim_number: upTo(text, 60) },
      });
      await team.post(`/referrals/${referral.id}/activate`, { note: upTo(text, 200) });
    }
    for (const text of hostileTexts.slice(0, 10)) {
      const enrollment = await givenEnrollment(harness, partner.key, { external_ref: upTo(text, 120) });
      await bringEnrollmentTo(harness, enrollment.id, 'loss_reported');
    }
    await harmless(desk.page, `${origin}/board`, '[data-lane=confirmed] [data-card]');
    const { body } = await harness.call('GET', '/api/staff/v1/board/columns', { token: team.token });
    const cards = body.columns.find((column: { lane: string }) => column.lane === 'confirmed').cards;
    expect(cards).toHaveLength(50);
    for (const card of cards.filter(isVisited))
      await harmless(desk.page, `${origin}/board/cases/${card.id}`, '#timeline');
  }, 600_000);

  it('hostile names of agents and institutions are shown as text in the administration', async () => {
    const { harness } = world.current;
    for (const text of hostileTexts.slice(0, 12)) {
      const base = registrationBody();
      await givenAgent(harness, registrationBody({ agent: { ...base.agent, name: upTo(text, 120) } }));
      await givenInstitution(harness, { name: upTo(text, 200) });
    }
    await harmless(desk.page, `${origin}/board/admin`, 'text=what agents can do');
    for (const name of ['Agents', 'Institutions']) {
      await desk.page.getByRole('tab', { name }).click();
      await desk.page.getByRole('tabpanel').locator('table').waitFor();
      expect(await sidewaysScroll(desk.page)).toBe(0);
    }
    expect(desk.trouble).toEqual([]);
  }, 120_000);
});
