import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startBrowser, withPage } from '#test/browser/browser';
import type { Harness } from '#test/harness';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { givenStaffToken } from '#testing/staff';
import { givenRegistration, register, registrationBody, verify, codeFor } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';

const parts = useTextHarness();

/** Presses a button on the page and waits for the next page. */
async function press(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);
}

/** Opens a message's link under the public name, and runs a step there. */
async function asOwner<T>({ baseUrl }: Harness, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await startBrowser({ 'makewhole.test:80': new URL(baseUrl).host });
  try {
    return await withPage(browser, {}, async (page) => {
      await page.goto(url);
      return work(page);
    });
  } finally {
    await browser.close();
  }
}

/** Every event about an intake, in order. */
const eventsOf = async ({ ctx }: Harness, intakeId: string) => {
  const rows = await ctx.db.many<{ thin: string }>({
    text: 'select thin from events.events where subject_id = $1 order by created_at, id',
    values: [intakeId],
  });
  return rows.map(({ thin }) => JSON.parse(thin) as { type: string; data: unknown; created_at: string });
};

const linkIn = (text: string | undefined) => /http:\/\/makewhole\.test\/c\/[0-9A-Za-z]{32}/.exec(text ?? '')?.[0] ?? '';

describe('the story of an agent and a customer', () => {
  it('a case goes from the registration to a consultation that has started, each step published once [A-CONSENT-014]', async () => {
    const { harness, twilio } = parts.current;

    // The operator registers; the code arrives by email and is exchanged for a key.
    const registration = registrationBody();
    const { body: pending } = await register(harness, registration);
    const code = codeFor(harness, registration.operator.email);
    const { body: verified } = await verify(harness, { registration_id: pending.registration_id, code });
    const token: string = verified.api_key;

    // The agent submits a customer who asked to be called now.
    const email = `owner-${crypto.randomUUID()}@example.com`;
    const phone = freshPhone();
    const consent = {
      mode: 'warm_handoff' as const,
      attestation: 'Robin asked me to submit this, knows that you will write, and wants to be called now.',
    };
    const customer = { first_name: 'Robin', email, phone };
    const submitted = await submit(harness, minimalIntake({ customer, consent, external_ref: 'case-1' }), { token });
    const { intake_id: intakeId } = submitted.body;
    expect(submitted.status).toBe(201);
    expect(submitted.body).toMatchObject({
      status: 'received',
      agent_tier: 'registered',
      priority_callback: true,
      external_ref: 'case-1',
      contact_policy: { will_email: true, will_text: true, will_call: true, automated_calls: false },
    });
    const staff = await givenStaffToken(harness);
    const board = await harness.call('GET', '/api/staff/v1/board', { token: staff });
    expect(board.body.data[0]).toMatchObject({ source_id: intakeId, priority: true });

    // Email and text are sent once each, with a separate link each.
    harness.clock.advance(1);
    await harness.sendMessages();
    await harness.sendMessages();
    const mails = harness.mailbox.to(email);
    const texts = twilio.to(phone);
    expect([mails.length, texts.length]).toEqual([1, 1]);
    const link = linkIn(mails[0]!.mail.text);
    expect(new Set([link, linkIn(texts[0]!.body), submitted.body.customer_confirmation_url]).size).toBe(3);
    const poll = async () =>
      (await harness.call('GET', `/api/agent/v1/intakes/${intakeId}`, { token: submitted.body.poll_token })).body;
    expect((await poll()).status).toBe('welcome_sent');

    // The customer opens the emailed link and says yes.
    harness.clock.advance(60);
    await asOwner(harness, link, async (page) => {
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
        'Did you ask for help with your total-loss claim?',
      );
      await press(page, 'Yes, I want the free consultation');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you, you are confirmed.');
    });
    expect(await poll()).toMatchObject({
      status: 'customer_confirmed',
      customer_confirmation_url: null,
      customer_message: null,
    });
    const record = async () => (await harness.call('GET', `/api/staff/v1/intakes/${intakeId}`, { token: staff })).body;
    expect((await record()).confirmation).toEqual({
      at: harness.clock.now().toISOString(),
      attestation_version: '2026-09-16.1',
      by: 'customer',
      via: 'email',
      token: expect.stringMatching(/^[0-9a-f]{16}$/),
      wording_version: expect.any(String),
      wording_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ip: '127.0.0.1',
      user_agent: expect.stringContaining('Chrome'),
    });

    // A staff member starts the consultation.
    harness.clock.advance(60);
    const started = await harness.call('POST', `/api/staff/v1/intakes/${intakeId}/start`, { token: staff });
    expect([started.status, (await poll()).status]).toEqual([200, 'consultation_active']);

    const events = await eventsOf(harness, intakeId);
    expect(events.map(({ type, data }) => [type, data])).toEqual(
      ['received', 'welcome_sent', 'customer_confirmed', 'consultation_active'].map((status) => [
        `intake.${status}`,
        { intake_id: intakeId, status },
      ]),
    );
  });

  it('a case ends when the customer denies the request, by the link in the text', async () => {
    const { harness, twilio } = parts.current;
    const { body: verified } = await verify(harness, await givenRegistration(harness));
    const phone = freshPhone();
    const { body } = await submit(harness, minimalIntake({ customer: { phone } }), { token: verified.api_key });
    harness.clock.advance(1);
    await harness.sendMessages();
    harness.clock.advance(1);
    await asOwner(harness, linkIn(twilio.to(phone)[0]!.body), async (page) => {
      await press(page, 'No / this was not me');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You said no, and we respect that.');
    });
    const staff = await givenStaffToken(harness);
    const { body: seen } = await harness.call('GET', `/api/staff/v1/intakes/${body.intake_id}`, { token: staff });
    expect([seen.status, seen.confirmation, seen.consultation.closed_at]).toEqual([
      'declined',
      null,
      harness.clock.now().toISOString(),
    ]);
    const start = await harness.call('POST', `/api/staff/v1/intakes/${body.intake_id}/start`, { token: staff });
    expect(start.status).toBe(409);
    const events = await eventsOf(harness, body.intake_id);
    expect(events.map(({ type }) => type)).toEqual(['intake.received', 'intake.welcome_sent', 'intake.declined']);
  });
});
