import { beforeAll, describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { freshPhone } from '#test/doubles/twilio';
import { useCardHarness } from '#test/doubles/stripe';
import { register, registrationOf } from '#testing/agents';
import { givenCheckout, deliverProviderEvents, givenHold } from '#testing/checkout';
import { moveToWeekday } from '#testing/consultations';
import { messageRows } from '#testing/customers';
import { givenIntake, givenTeam, newEmail } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

const parts = useCardHarness();
beforeAll(() => moveToWeekday(parts.current.harness));

const harness = () => parts.current.harness;

/** A case with both contacts whose welcome email has arrived; the text waits for a provider. */
async function welcomed() {
  const customer = { email: newEmail(), phone: freshPhone() };
  const { intake_id: intakeId } = await givenIntake(harness(), { customer });
  await harness().sendMessages();
  const [received] = harness().mailbox.to(customer.email);
  if (received === undefined) throw new Error('the mail did not arrive');
  return { ...customer, intakeId, received, path: stopPathIn(received.mail.text ?? '') };
}

const stopPathIn = (text: string): string => /http:\/\/makewhole\.test(\/stop\/[\w-]+)/.exec(text)?.[1] ?? '';

const form = (path: string, raw: string, headers: Record<string, string> = {}) =>
  harness().call('POST', path, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } });

const isListed = async (kind: 'email' | 'phone', contact: string): Promise<boolean> => {
  const { rows } = await harness().ctx.db.pool.query('select from customers.do_not_contact where contact_hash = $1', [
    harness().ctx.vault.fingerprint(`person/${kind}/${contact}`),
  ]);
  return rows.length > 0;
};

describe('an email to a customer', () => {
  it('a customer email has the one-click unsubscribe headers and the same link in its text, over real SMTP', async () => {
    const { received, path } = await welcomed();
    const header = (name: string) => received.mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<http://makewhole.test${path}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(received.mail.html).toContain(`href="http://makewhole.test${path}?lang=en"`);
    expect(received.raw).not.toMatch(/(?:reply to|answer) our email/i);
  });

  it('emails that invite a borrower or report an ended hold have the stop link too', async () => {
    const email = newEmail();
    const { key } = await givenPartner(harness(), { livemode: true });
    await givenReferral(harness(), key, { borrower: { first_name: 'Synthetic', last_name: 'Borrower', email } });
    const other = newEmail();
    const checkout = await givenCheckout(harness(), { contacts: { email: other, phone: undefined } });
    await givenHold(parts.current, checkout, 'research');
    harness().clock.advance(7 * 86_400);
    parts.current.stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await harness().sendMessages();
    for (const to of [email, other])
      expect(
        harness()
          .mailbox.to(to)[0]
          ?.mail.headers.map(({ key }) => key),
      ).toContain('list-unsubscribe');
  });

  it('an emailed code for an agent has no stop link', async () => {
    const to = newEmail();
    await register(harness(), registrationOf(to));
    expect(harness().mailbox.to(to)[0]?.raw).not.toMatch(/unsubscribe|\/stop\//i);
  });
});

describe('a stop link', () => {
  it('a stop link changes nothing when fetched, and stops the contact with its button', async () => {
    const { email, path, intakeId } = await welcomed();
    const page = await harness().call('GET', path);
    expect([page.status, page.text.match(/<button/g)?.length]).toEqual([200, 1]);
    expect(page.text).not.toContain(email);
    expect(await isListed('email', email)).toBe(false);
    const promise = 'We’ll no longer email this address, and we won’t contact you about any request that names it.';
    expect(page.text).toContain(promise);
    const answer = await form(path, 'decision=stop', { 'sec-fetch-site': 'same-origin' });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(promise)]);
    for (const { text } of [page, answer]) expect(text).not.toMatch(/or any other|not hear from us again/);
    expect(await isListed('email', email)).toBe(true);
    expect((await messageRows(harness(), intakeId)).filter(({ state }) => state === 'waiting')).toEqual([]);
  });

  it('a stop link works with one POST from a mail program, without a cookie and without a redirect (RFC 8058)', async () => {
    const { email, path } = await welcomed();
    const answer = await form(path, 'List-Unsubscribe=One-Click');
    expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('location')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await isListed('email', email)).toBe(true);
  });

  it('a stop link accepts the other form of the body that mail programs send', async () => {
    const { email, path } = await welcomed();
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const answer = await fetch(`${harness().baseUrl}${path}`, { method: 'POST', body });
    expect([answer.status, await isListed('email', email)]).toEqual([200, true]);
  });

  it('a stop link takes its case out of the queue, updates the board, and leaves the other contact unlisted', async () => {
    const { phone, path, intakeId } = await welcomed();
    await form(path, 'List-Unsubscribe=One-Click');
    await form(path, 'List-Unsubscribe=One-Click');
    const team = await givenTeam(harness());
    const id = (await team.record(intakeId)).consultation?.id;
    const { body } = await harness().call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
    expect([body.card.stopped, body.calling.ended, body.replies.length]).toEqual([true, 'do_not_contact', 1]);
    expect(body.timeline.map(({ title }: { title: string }) => title)).toContain('The owner stopped all contact');
    expect(await isListed('phone', phone)).toBe(false);
  });

  it.each([
    '/stop/x',
    '/stop/AQ',
    `/stop/${'a'.repeat(700)}`,
    '/stop/%00',
    '/stop/AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('a stop link that is not ours is unknown: %s', async (path) => {
    expect((await harness().call('GET', path)).status).toBe(404);
    expect((await form(path, 'List-Unsubscribe=One-Click')).status).toBe(404);
  });

  it('a stop link with one changed character is unknown', async () => {
    const { email, path } = await welcomed();
    const last = path.at(-2) === 'A' ? 'B' : 'A';
    const answer = await form(`${path.slice(0, -2)}${last}${path.at(-1)}`, 'List-Unsubscribe=One-Click');
    expect([answer.status, await isListed('email', email)]).toEqual([404, false]);
  });

  it('a stop link refuses a form of another site and any other body', async () => {
    const { email, path } = await welcomed();
    const answers = [
      await form(path, 'decision=stop', { 'sec-fetch-site': 'cross-site' }),
      await form(path, 'List-Unsubscribe=Two-Clicks'),
      await form(path, ''),
      await form(path, 'decision=go'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 400, 400]);
    expect(await isListed('email', email)).toBe(false);
  });
});

describe('the stop link of a page that others can open too', () => {
  it('ends contact about the case and lists nobody', async () => {
    const { email, intakeId } = await welcomed();
    const team = await givenTeam(harness());
    const id = (await team.record(intakeId)).consultation?.id ?? '';
    const path = new URL(stopUrl(harness().ctx, { consultationId: id })).pathname;
    expect((await harness().call('GET', path)).text).toContain('about this claim');
    const answer = await form(path, 'decision=stop');
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringContaining('We’ll no longer message or call you about this claim.'),
    ]);
    const { body } = await harness().call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
    expect([body.card.stopped, body.calling.ended]).toEqual([true, 'declined']);
    expect(await isListed('email', email)).toBe(false);
  });

  it("a shared page's stop link is on the checkout page", async () => {
    const checkout = await givenCheckout(harness(), {});
    const page = await harness().call('GET', checkout.path('research'));
    expect(stopPathIn(page.text)).not.toBe('');
  });
});
