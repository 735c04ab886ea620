import { beforeAll, describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { useTextHarness } from '#test/doubles/twilio';
import { newCustomer } from '#test/fixtures/consultation-origins';
import type { Answered } from '#test/fixtures/page-truths/answer-truths';
import { answerWorld, type Program } from '#test/fixtures/page-truths/answer-world';
import { useQueueDay } from '#test/fixtures/queue-day';
import type { Answer } from '#test/harness';
import { acceptedStatuses, newEmail, poll } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';

// Each state is reached by many real requests, and every page is read in both languages.

// Every sentence of the pages where an owner or a borrower answers, enters a number or stops contact, as they read it: a
// sentence that is not listed fails, and so does one whose condition does not hold.

const parts = useTextHarness({
  gapRequestsPerMin: 1_000_000,
  SERVICES_BY_STATE: '{"NY":{"representation":true},"CA":{"representation":false}}',
});
const harness = () => parts.current.harness;
useQueueDay(harness);

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness());
});

const { check, staff, form, expectTrue, readTrue, caseOf, givenOwner, givenBorrower } = answerWorld({
  harness,
  token: () => token,
});

const emailOnly = () => ({ email: newEmail() });

describe('every sentence of an owner’s page is true', () => {
  it.each(acceptedStatuses)('the page is true for an owner who is %s, with a number and without', async (status) => {
    for (const customer of [undefined, emailOnly()]) {
      const owner = await givenOwner(customer);
      await owner.bringTo(status);
      expect(await owner.read()).not.toBe('');
    }
  });

  it.each([[undefined], [{ email: 'without-number@example.com' }]])(
    'the page is true for an owner who pressed yes, until the case is closed: %j',
    async (customer) => {
      const owner = await givenOwner(customer);
      await owner.press('email', 'confirm');
      expect(await owner.read()).toContain(customer === undefined ? 'will call you' : 'We have no number');
      expect(await owner.press('email', 'decline')).toContain('You had already said yes');
      await staff(`/intakes/${owner.receipt.intake_id}/start`);
      await owner.read();
      await staff(`/consultations/${owner.id}/deliver`);
      expect(await owner.read()).toContain('The consultation is over');
      await owner.press('email', 'decline');
      await staff(`/consultations/${owner.id}/close`, { reason: 'offer_fair' });
      const closed = await owner.read();
      expect(closed).toContain('Your case is closed');
      expect(closed).not.toMatch(/will call|Tell the person/);
    },
  );

  it('the page is true for an owner who said yes to a caller and opened the email only after the case was over', async () => {
    const owner = await givenOwner();
    await owner.bringTo('consultation_active');
    expect(await owner.read()).toContain('Was it you who said yes?');
    await staff(`/consultations/${owner.id}/deliver`);
    expect(await owner.read()).not.toContain('calls you');
  });

  it('the page is true for an owner who pressed no, and then yes', async () => {
    const owner = await givenOwner();
    await owner.press('email', 'decline');
    await owner.read();
    expect(await owner.press('email', 'confirm')).toContain('You had already said no');
  });
});

const lenderPaid: Program = { mode: 'institution_paid', state: 'NY' };

describe('every sentence of a borrower’s page is true', () => {
  it.each(
    (['borrower_paid', 'subsidized', 'institution_paid'] as const).flatMap((mode) =>
      (['NY', 'CA'] as const).map((state) => ({ mode, state })),
    ),
  )('the page is true by program and state, from the invitation to the end: %j', async (program) => {
    const borrower = await givenBorrower(program);
    const asked = await borrower.read();
    expect(asked.includes('negotiate for you')).toBe(program.mode === 'subsidized' && program.state === 'NY');
    await borrower.press('accept');
    expect(await borrower.read()).toContain('Thank you, we will call you');
    expect(await borrower.press('decline')).toContain('You had already said yes');
    await staff(`/consultations/${await borrower.caseId()}/deliver`);
    expect(await borrower.read()).not.toContain('will call you');
    expect(await borrower.press('decline')).toContain('The consultation is over');
    await staff(`/referrals/${borrower.id}/settle`, { settlement_cents: 1_700_000 });
    await borrower.read();
    await staff(`/referrals/${borrower.id}/close`);
    expect(await borrower.read()).toContain('Your case is closed');
  });

  it('the page is true without a number, and for a case that the team created', async () => {
    for (const phone of ['', undefined]) {
      const silent = await givenBorrower(lenderPaid, phone);
      await silent.read();
      await staff(`/referrals/${silent.id}/activate`);
      expect(await silent.read()).not.toMatch(/Thank you|your answer/);
      expect(await silent.press('decline')).toContain('Your case is open already');
    }
    const answered = await givenBorrower(lenderPaid, '');
    await answered.press('accept');
    expect(await answered.read()).toContain('Thank you, we have your answer');
    await answered.press('decline');
  });

  it('the page is true after a no, on the page and to a caller, and once it has expired or was withdrawn', async () => {
    const declined = await givenBorrower(lenderPaid);
    await declined.press('decline');
    expect(await declined.read()).toContain('You said no');
    await declined.press('accept');
    const refused = await givenBorrower(lenderPaid);
    await refused.press('accept');
    await staff(`/queue/${await refused.caseId()}/calls`, { outcome: 'declined' });
    expect(await refused.read()).toContain('You said no');
    const withdrawn = await givenBorrower(lenderPaid);
    expect((await withdrawn.partner(`PATCH /referrals/${withdrawn.id}`, { status: 'canceled' })).status).toBe(200);
    expect(await withdrawn.read()).toContain('withdrawn');
    const expired = await givenBorrower(lenderPaid);
    harness().clock.advance(31 * 86_400);
    await harness().sendMessages();
    expect(await expired.read()).toContain('expired');
  });
});

describe('every sentence of the page that asks for a number is true', () => {
  async function givenStruck() {
    const { email, phone } = newCustomer();
    const owner = await givenOwner({ email, phone });
    await staff(`/intakes/${owner.receipt.intake_id}/calls`, { outcome: 'wrong_number' });
    await owner.read();
    await harness().sendMessages();
    const mails = harness().mailbox.to(email.toLowerCase());
    const path = /\/c\/number\/\w+/.exec(mails.map(({ mail }) => mail.text ?? '').join('\n'))?.[0] ?? '';
    const seen = async (typed?: 'unusable'): Promise<Answered> => ({
      page: 'number',
      known: true,
      status: (await poll(harness(), owner.receipt)).body.status,
      ...(await caseOf(owner.receipt.intake_id)),
      ...(typed === undefined ? {} : { typed }),
    });
    return {
      ...owner,
      email,
      path,
      look: async () => readTrue(path, await seen()),
      seen,
    };
  }

  it('the page is true while it asks, after an answer, after the consultation, and once the case is closed', async () => {
    const owner = await givenStruck();
    expect(await owner.look()).toContain('Which number may we call you at?');
    expectTrue(await form(owner.path, 'number=12'), await owner.seen('unusable'));
    expect((await form(owner.path, `number=${newCustomer().dialed.slice(2)}`)).status).toBe(303);
    expect(await owner.look()).toContain('will call you');
    await staff(`/intakes/${owner.receipt.intake_id}/calls`, { outcome: 'confirmed' });
    await staff(`/intakes/${owner.receipt.intake_id}/start`);
    await staff(`/consultations/${owner.id}/deliver`);
    expect(await owner.look()).not.toContain('will call you');
    await staff(`/consultations/${owner.id}/close`, { reason: 'other', note: 'Synthetic.' });
    expect(await owner.look()).toContain('This page is no longer needed');
  });

  it('the page is true after a stop', async () => {
    const owner = await givenStruck();
    await form(new URL(stopUrl(harness().ctx, { consultationId: owner.id })).pathname, 'decision=stop');
    expect(await owner.look()).not.toContain('Call me');
  });
});

describe('every sentence of the stop pages is true', () => {
  it.each(['address', 'number', 'claim', 'closed claim'] as const)(
    'the page is true for a link that stops one %s',
    async (what) => {
      const owner = await givenOwner();
      const sourceId = owner.receipt.intake_id;
      if (what === 'closed claim') {
        await owner.bringTo('consultation_active');
        await staff(`/consultations/${owner.id}/deliver`);
        await staff(`/consultations/${owner.id}/close`, { reason: 'offer_fair' });
      }
      const { email, phone = '' } = owner.customer;
      const stop =
        what === 'address'
          ? { contacts: { email, phone: undefined } }
          : what === 'number'
            ? { contacts: { email: undefined, phone: `+1${phone}` } }
            : { consultationId: owner.id };
      const path = new URL(stopUrl(harness().ctx, stop)).pathname;
      const stops = what === 'closed claim' ? 'claim' : what;
      const seen = async (): Promise<Answered> => ({
        page: 'stop',
        known: true,
        status: 'none',
        stops,
        ...(await caseOf(sourceId)),
      });
      await readTrue(path, await seen());
      const before = harness().mailbox.received.length;
      expectTrue(await form(path, 'decision=stop'), await seen());
      await harness().sendMessages();
      expect(harness().mailbox.received.length).toBe(before);
      await owner.read();
    },
  );

  it('the page is true for a borrower who stopped', async () => {
    const borrower = await givenBorrower(lenderPaid);
    await borrower.press('accept');
    await form(new URL(stopUrl(harness().ctx, { consultationId: await borrower.caseId() })).pathname, 'decision=stop');
    expect(await borrower.read()).toContain('You asked us to stop');
    expect(await borrower.press('decline')).toContain('You asked us to stop');
  });
});

describe('every sentence of a page for an invalid link is true', () => {
  const nothing = {
    status: 'none',
    closed: false,
    delivered: false,
    stopped: false,
    callable: false,
    calls: [],
    waiting: 0,
  };
  const wrong = (answer: Answer, because: string): string =>
    expectTrue(answer, { page: 'error', known: true, ...nothing, error: { status: answer.status, because } });

  it.each(['/c/', '/c/number/', '/i/', '/stop/'])('at %s with a token that is not ours', async (prefix) => {
    const words = await readTrue(`${prefix}${'x'.repeat(32)}`, { page: 'error', known: false, ...nothing });
    expect(words).toContain('We don’t recognize this link');
  });

  it('the page is true for a missing page, and for requests that cannot be parsed', async () => {
    const { pathOf } = await givenOwner();
    const path = pathOf('relayed');
    wrong(await harness().call('GET', '/c/none/at/all'), 'no page');
    wrong(await form(path, 'decision=confirm', { 'sec-fetch-site': 'cross-site' }), 'foreign');
    wrong(await form(path, 'decision=perhaps'), 'no answer');
    wrong(await form(path, `decision=${'x'.repeat(5000)}`), 'large');
    wrong(await harness().call('POST', path, { body: { decision: 'confirm' } }), 'no form');
    const unknown = `/stop/${'x'.repeat(32)}`;
    let last = await harness().call('GET', unknown);
    for (let count = 0; count < 60 && last.status !== 429; count += 1) last = await harness().call('GET', unknown);
    expect(last.status).toBe(429);
    expect(wrong(last, 'often')).not.toContain('on our side');
  });

  it('every listed sentence was shown somewhere', () => {
    expect(check.unsaid).toEqual([]);
  });
});
