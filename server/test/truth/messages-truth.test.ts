import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripe, type CardHarness } from '#test/doubles/stripe';
import { moveToTextingHours, startTwilio, type Twilio } from '#test/doubles/twilio';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { readBank } from '#test/fixtures/page-truths/checkout-facts';
import { messageTruths, type Sent } from '#test/fixtures/page-truths/message-truths';
import { sentencesOf, toSentences, TruthCheck } from '#test/fixtures/page-truths/sentences';
import { startHarness, type Answer } from '#test/harness';
import { deliverGiven, givenAppraisal } from '#testing/appraisals';
import { bodyOf, deliverProviderEvents, givenCard, letHoldsLapse, givenHold, holdsOf } from '#testing/checkout';
import { bringTo, givenIntake, newEmail, newPhone, pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { replyByText } from '#testing/replies';
import { pagePath, postForm } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';

// Every sentence of the emails and texts that owners, borrowers and members get, read as they arrive: a sentence that is
// not listed fails, and so does one whose condition does not hold when it is sent.
let twilio: Twilio;
let parts: CardHarness;
let token = '';
const harness = () => parts.harness;
const days = 86_400;
beforeAll(async () => {
  let now = () => new Date();
  const stripe = await startStripe(() => now());
  twilio = await startTwilio();
  parts = { stripe, harness: await startHarness({ ...stripe.env, ...twilio.env, gapRequestsPerMin: 1_000_000 }) };
  now = () => parts.harness.clock.now();
  moveToTextingHours(harness());
  token = await givenStaffToken(harness());
});
afterAll(async () => {
  for (const one of [parts.harness, parts.stripe, twilio]) await one.close();
});

const check = new TruthCheck<Sent>(messageTruths);

const post = async (path: string, body?: unknown): Promise<Answer['body']> => {
  const answer = await harness().call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
  expect([path, answer.status < 300 ? 'done' : answer.text]).toEqual([path, 'done']);
  return answer.body;
};

const withoutLinks = (text: string): string => text.replace(/https?:\/\/\S+/g, '(link)');

type Person = { readonly email?: string; readonly phone?: string };
const both = () => ({ email: newEmail(), phone: newPhone() });

/** Sends waiting messages, reads those that arrive at one person, and returns them as text. */
async function readNew({ email, phone }: Person, sent: Partial<Sent> & Pick<Sent, 'about'>, caseId?: string) {
  moveToTextingHours(harness());
  const facts = { ...(await factsOf(caseId)), ...sent };
  const [mails, texts] = [mailsTo(email).length, textsTo(phone).length];
  await harness().sendMessages();
  const read = [
    ...mailsTo(email)
      .slice(mails)
      .flatMap(({ mail: { subject = '', text = '', html = '' } }) => [
        ...toSentences(subject),
        ...withoutLinks(text)
          .split(/\n/)
          .filter((line) => line !== '(link)')
          .map((line) => line.replace(/:$/, ''))
          .flatMap(toSentences),
        ...sentencesOf(html).map(withoutLinks),
      ]),
    ...textsTo(phone)
      .slice(texts)
      .flatMap(({ body }) => toSentences(withoutLinks(body).replace(/\(link\)\s+(?!You do)/g, '(link). '))),
  ];
  expect({ facts, wrong: check.findWrong(read, facts) }).toEqual({ facts, wrong: [] });
  return read.join('\n');
}

const mailsTo = (email: string | undefined) => (email === undefined ? [] : harness().mailbox.to(email));
const textsTo = (phone: string | undefined) => (phone === undefined ? [] : twilio.to(`+1${phone}`));

async function factsOf(id: string | undefined): Promise<Omit<Sent, 'about'>> {
  const none = {
    open: true,
    delivered: false,
    callable: false,
    calls: [],
    held: 0,
    received: 0,
    card: false,
    settled: false,
    listed: false,
  };
  if (id === undefined) return none;
  const { body } = await harness().call('GET', `/api/staff/v1/board/cases/${id}`, { token });
  const banks = (await holdsOf(harness(), { consultationId: id })).map((hold) => readBank(parts, hold.id));
  const text = 'select settled_at as at from consultations.consultations where id = $1';
  const settled = await harness().ctx.db.find<{ at: Date | null }>({ text, values: [id] });
  const calls = await harness().ctx.db.many<{ outcome: string }>({
    text: 'select outcome from consultations.calls where consultation_id = $1 order by called_at',
    values: [id],
  });
  return {
    ...none,
    open: body.card.closed_at === null,
    delivered: body.card.delivered_at !== null,
    settled: settled?.at !== null,
    callable: body.person.phone_hint !== null && body.calling.number_problem === null,
    calls: calls.map(({ outcome }) => outcome),
    held: banks.reduce((sum, { held }) => sum + held, 0),
    received: banks.reduce((sum, { received }) => sum + received, 0),
    card: banks.some(({ saved }) => saved),
    listed: body.calling.ended === 'do_not_contact',
  };
}

async function givenOwner(person: Person) {
  const receipt = await givenIntake(harness(), {
    customer: { first_name: 'Synthia', ...person },
    loss: { zip: '10001' },
  });
  return { receipt, person, id: await consultationOf(harness(), receipt.intake_id) };
}

/** Delivered, with the message that links to the options already read. */
async function givenDelivered(person: Person) {
  const { receipt, id } = await givenOwner(person);
  await readNew(person, { about: 'welcome' }, id);
  await bringTo(harness(), receipt, 'consultation_active');
  const { checkout } = await post(`/consultations/${id}/deliver`);
  const [, page = ''] = /\/checkout\/([0-9A-Za-z]{32})/.exec(checkout.research_url ?? '') ?? [];
  const until = new Date(harness().clock.now().getTime() + 30 * days * 1000);
  const openUntil = until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: harness().config.teamTimeZone });
  const words = await readNew(person, { about: 'options', openUntil }, id);
  if (person.email !== undefined) expect(words).toContain(`It is open until ${openUntil}`);
  const contacts = { email: person.email, phone: person.phone };
  return { id, person, consultationId: id, contacts, path: (product: string) => `/checkout/${page}/${product}` };
}

const people = (): Person[] => [both(), { phone: newPhone() }];

describe('every sentence of an email and a text is true', () => {
  it('the first message to an owner and to a borrower is true, with a number and without', async () => {
    for (const person of [both(), { email: newEmail() }]) {
      const { id } = await givenOwner(person);
      expect(await readNew(person, { about: 'welcome' }, id)).toContain('Please confirm');
      const { key } = await givenPartner(harness(), { livemode: true });
      const invited = { email: newEmail(), ...('phone' in person ? { phone: newPhone() } : {}) };
      await givenReferral(harness(), key, { borrower: { first_name: 'Synthetic', last_name: 'Borrower', ...invited } });
      const callable = 'phone' in person;
      expect(await readNew(invited, { about: 'invitation', callable })).toContain('invites you');
    }
  });

  it('messages after a wrong number, a voicemail and a missed call are true', async () => {
    const wrong = await givenOwner(both());
    await readNew(wrong.person, { about: 'welcome' }, wrong.id);
    await post(`/intakes/${wrong.receipt.intake_id}/calls`, { outcome: 'wrong_number' });
    expect(await readNew(wrong.person, { about: 'number wanted' }, wrong.id)).toContain('belongs to someone else');
    for (const [outcome, template, about] of [
      ['voicemail', 'voicemail', 'voicemail'],
      ['no_answer', 'missed_call', 'missed call'],
    ] as const)
      for (const channel of ['email', 'text']) {
        const { id, person, receipt } = await givenOwner(both());
        await readNew(person, { about: 'welcome' }, id);
        await post(`/intakes/${receipt.intake_id}/calls`, { outcome });
        await post(`/cases/${id}/messages`, { template, channel });
        expect(await readNew(person, { about }, id)).toContain('We called about your total-loss claim');
      }
  });

  it('messages about options and holds are true, by email and by text', async () => {
    for (const person of people()) {
      const again = await givenDelivered(person);
      harness().clock.advance(601);
      const channel = person.email === undefined ? 'text' : 'email';
      await post(`/cases/${again.id}/messages`, { template: 'options_ready', channel });
      expect(await readNew(person, { about: 'options again' }, again.id)).toContain('are ready');
      for (const product of ['research', 'representation'] as const) {
        const ended = await givenDelivered(
          person.email === undefined && product === 'research' ? { phone: newPhone() } : both(),
        );
        await givenHold(parts, ended, product);
        expect(await readNew(ended.person, { about: 'hold placed', product }, ended.id)).toContain('hold is in place');
        harness().clock.advance(7 * days);
        parts.stripe.bank.passTime();
        await deliverProviderEvents(parts);
        expect(await readNew(ended.person, { about: 'hold ended', product }, ended.id)).toContain('has ended');
      }
    }
  });

  it('messages about saved cards, settlements, charges and receipts are true, by email and by text', async () => {
    for (const [card, person] of [
      ['declines later', both()],
      ['declines later', { phone: newPhone() }],
      ['wants its owner', both()],
      ['good', both()],
      ['good', { phone: newPhone() }],
    ] as const) {
      const given = await givenDelivered(person);
      const hold = await givenCard(parts, given, card);
      const product = 'representation';
      await readNew(person, { about: 'hold placed', product }, given.id);
      await letHoldsLapse(parts);
      expect(await readNew(person, { about: 'hold ended', product }, given.id)).toContain('Your card stays saved');
      const parted = { settlement: { value_cents: 1_700_000 }, offer: { value_cents: 1_500_000 } };
      await post(`/consultations/${given.id}/settlement`, parted);
      expect(await readNew(person, { about: 'settled' }, given.id)).toContain('settled');
      await harness().call('POST', `/api/staff/v1/holds/${hold}/capture`, { token, ...bodyOf('/capture') });
      await deliverProviderEvents(parts);
      const failure = card === 'wants its owner' ? card : 'declined';
      const about = card === 'good' ? ({ about: 'receipt' } as const) : ({ about: 'charge failed', failure } as const);
      const words = card === 'good' ? 'We charged $472.00' : 'Nothing was charged';
      expect(await readNew(person, about, given.id)).toContain(words);
    }
  });

  it('messages about the appraisal are true, first and corrected, with a hold that is charged for it', async () => {
    const given = await givenAppraisal(harness());
    const person = { email: given.email };
    await harness().sendMessages();
    const checkout = await deliverGiven(harness(), given);
    await harness().sendMessages();
    await givenHold(parts, checkout, 'research');
    await readNew(person, { about: 'hold placed' }, given.consultationId);
    await given.compose();
    expect((await given.release({})).status).toBe(200);
    expect(await readNew(person, { about: 'appraisal', version: 1 }, given.consultationId)).toContain('$199.00');
    await given.compose({ remarks: 'New tires.' });
    expect((await given.release({})).status).toBe(200);
    expect(await readNew(person, { about: 'appraisal', version: 2 }, given.consultationId)).not.toContain('$');
  });

  it('messages about the appraisal are true for a customer without an address', async () => {
    const person = { phone: newPhone() };
    const given = await givenAppraisal(harness(), person);
    await deliverGiven(harness(), given);
    await harness().sendMessages();
    await given.compose();
    expect((await given.release()).status).toBe(200);
    await readNew(person, { about: 'appraisal', version: 1 }, given.consultationId);
  });

  it('messages after a yes are true: who calls, and from which number', async () => {
    for (const via of ['email', 'text'] as const) {
      const { id, person, receipt } = await givenOwner(both());
      await readNew(person, { about: 'welcome' }, id);
      await pressSent(harness(), receipt, { via });
      expect(await readNew(person, { about: 'confirmed' }, id)).toContain('(202) 555-0101');
    }
  });

  it('messages about a release and a refund are true, by email and by text', async () => {
    for (const person of people()) {
      const released = await givenDelivered(person);
      const hold = await givenHold(parts, released, 'research');
      await readNew(person, { about: 'hold placed' }, released.id);
      await post(`/holds/${hold}/release`);
      expect(await readNew(person, { about: 'released' }, released.id)).toContain('released');
      const saved = await givenCard(parts, released);
      await readNew(person, { about: 'hold placed', product: 'representation' }, released.id);
      await post(`/holds/${saved}/release`);
      expect(await readNew(person, { about: 'card removed' }, released.id)).toContain('Nothing was charged');
      harness().clock.advance(days);
      const paid = await givenDelivered(person.email === undefined ? { phone: newPhone() } : both());
      const charged = await givenHold(parts, paid, 'research');
      await readNew(paid.person, { about: 'hold placed' }, paid.id);
      await post(`/holds/${charged}/capture`);
      await readNew(paid.person, { about: 'receipt', product: 'research' }, paid.id);
      await post(`/holds/${charged}/refund`, { reason: 'goodwill', seen_refunded_cents: 0, amount_cents: 5000 });
      await readNew(paid.person, { about: 'refunded', refundedCents: 5000 }, paid.id);
    }
  });

  it('the message with a new link to their page is true', async () => {
    for (const person of people()) {
      const { id, receipt } = await givenOwner(person);
      await readNew(person, { about: 'welcome' }, id);
      await pressSent(harness(), receipt, { via: person.email === undefined ? 'text' : 'email' });
      await readNew(person, { about: 'confirmed' }, id);
      const path = await pagePath(harness(), id, person.email === undefined ? 'phone' : 'email');
      await postForm(harness(), `${path}/link`, { renew: 'true' });
      expect(await readNew(person, { about: 'page link' }, id)).toContain('new link');
    }
  });

  it('the answers to STOP and HELP are true', async () => {
    const { id, person } = await givenOwner(both());
    await readNew(person, { about: 'welcome' }, id);
    const textParts = { harness: harness(), twilio };
    await replyByText(textParts, `+1${person.phone}`, { words: 'HELP' });
    expect(await readNew(person, { about: 'help' }, id)).toContain('a person reads it');
    await replyByText(textParts, `+1${person.phone}`, { words: 'STOP' });
    expect(await readNew(person, { about: 'stop' }, id)).toContain('You are unsubscribed');
  });

  it('every listed sentence was shown somewhere', () => {
    expect(check.unsaid).toEqual([]);
  });
});
