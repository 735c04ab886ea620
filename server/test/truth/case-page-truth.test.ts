import { beforeAll, describe, expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOf, consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { ownCheckTruths } from '#test/fixtures/page-truths/own-check-truths';
import { ownMoneyTruths } from '#test/fixtures/page-truths/own-money-truths';
import type { OwnPage } from '#test/fixtures/page-truths/own-page-facts';
import { ownPageTruths } from '#test/fixtures/page-truths/own-page-truths';
import { seeOwnPage, type Lender } from '#test/fixtures/page-truths/see-own-page';
import { sentencesOf, TruthCheck } from '#test/fixtures/page-truths/sentences';
import type { Answer } from '#test/harness';
import { givenTestIntake, step } from '#testing/sandbox/agent-sandbox';
import { deliverGiven, givenAppraisal } from '#testing/appraisals';
import { bodyOf, deliverProviderEvents, givenCard, givenLapsedHold, givenHold } from '#testing/checkout';
import { moveTo } from '#testing/consultations';
import { acceptedStatuses, bringTo, givenIntake, newEmail, newPhone, pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { drawLowOffer, givenReport, showFindings } from '#testing/appraisals/report-checks';
import { givenPage, pagePath, postForm, pressStop } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';

// Each state is reached by many real requests, and every page is read in both languages.

// Every sentence of a customer's own page, for every status and source, reached by real requests: a sentence that is not
// listed fails, and so does one whose condition does not hold.

const parts = useCardHarness({ gapRequestsPerMin: 1_000_000 });
const harness = () => parts.current.harness;
let token = '';
beforeAll(async () => {
  moveTo(harness(), '2026-11-16T16:00:00.000Z');
  token = await givenStaffToken(harness(), 'administrator');
});

const check = new TruthCheck<OwnPage>([...ownPageTruths, ...ownMoneyTruths, ...ownCheckTruths]);

const staff = async (path: string, body?: unknown): Promise<Answer> => {
  const answer = await harness().call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
  expect([path, answer.status < 300 ? 'done' : answer.text]).toEqual([path, 'done']);
  return answer;
};

type Given = { readonly id: string; readonly lender?: Lender; readonly appraisal?: boolean };

async function read({ id, lender, appraisal = false }: Given, via: 'email' | 'phone' = 'email'): Promise<string> {
  const seen = { ...(await seeOwnPage(harness(), { id, token, lender })), appraisal };
  const { status, text } = await harness().call('GET', await pagePath(harness(), id, via));
  expect(status).toBe(200);
  const sentences = sentencesOf(/<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '');
  expect({ seen, wrong: check.findWrong(sentences, seen) }).toEqual({ seen, wrong: [] });
  return sentences.join('\n');
}

const post = async (id: string, what: string, fields: Record<string, string>): Promise<Answer> =>
  postForm(harness(), `${await pagePath(harness(), id)}/${what}`, fields);

describe('every sentence of a customer’s own page is true', () => {
  it.each(acceptedStatuses.filter((status) => status !== 'expired'))(
    'the page is true for an owner who is %s, with a number and without',
    async (status) => {
      for (const phone of [newPhone(), undefined]) {
        const customer = { email: newEmail(), ...(phone === undefined ? {} : { phone }) };
        const receipt = await givenIntake(harness(), { customer, loss: { zip: '10001' } });
        await bringTo(harness(), receipt, status);
        expect(await read({ id: await consultationOf(harness(), receipt.intake_id) })).not.toBe('');
      }
    },
  );

  it('the page is true for an owner who chooses a time, corrects facts, asks for deletion, stops calls and then everything', async () => {
    const customer = { email: newEmail(), phone: `212555${newPhone().slice(-4)}` };
    const vehicle = { vin: '1HGCV1F34KA000001', odometer: 40_000 };
    const receipt = await givenIntake(harness(), {
      customer,
      vehicle,
      loss: { zip: '10001' },
      offer: { acv_offer: 9_000 },
    });
    const id = await consultationOf(harness(), receipt.intake_id);
    await harness().sendMessages();
    await pressSent(harness(), receipt, { via: 'email' });
    await harness().sendMessages();
    await staff(`/intakes/${receipt.intake_id}/calls`, { outcome: 'no_answer' });
    expect(await read({ id })).toContain('no answer');
    const page = await harness().call('GET', await pagePath(harness(), id));
    const slot = /<option\s+value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await post(id, 'call', { at: slot });
    expect(await read({ id })).toContain('between');
    moveTo(harness(), new Date(Date.parse(slot) + 3 * 3_600_000).toISOString());
    expect(await read({ id })).toContain('haven’t called yet');
    const callback_at = new Date(harness().clock.now().getTime() + 86_400_000).toISOString();
    await staff(`/intakes/${receipt.intake_id}/calls`, { outcome: 'callback_requested', callback_at });
    expect(await read({ id })).toMatch(/We plan to call you on .* at /);
    await post(id, 'facts', { odometer: '41,000', offer: '9,500', zip: '10002' });
    expect(await read({ id })).toContain('you told us');
    const { body } = await harness().call('GET', `/api/staff/v1/cases/${id}/facts`, { token });
    const stated = { seen: body.version, changes: { odometer: 39_000 } };
    await harness().call('PATCH', `/api/staff/v1/cases/${id}/facts`, { token, body: stated });
    expect(await read({ id })).toContain('You said 41,000 miles');
    await post(id, 'requests', { kind: 'copy' });
    await post(id, 'requests', { kind: 'delete' });
    await post(id, 'channels', { channels: 'set', call: 'stop' });
    expect(await read({ id })).toContain('It isn’t done yet');
    await pressStop(harness(), id);
    expect(await read({ id })).not.toContain('When should we call?');
  });

  it('the page is true for an owner whose insurer’s report was checked, before and after staff show the findings', async () => {
    const { receipt, id } = await givenPage(harness());
    const drawn = drawLowOffer();
    const [comparable] = drawn.reading.contents.comparables;
    for (const row of comparable?.adjustments ?? []) if (row.own !== undefined) row.own = '1';
    await givenReport(harness(), receipt.intake_id, drawn);
    expect(await read({ id })).not.toContain('What we found');
    const codes = ['offer_sum', 'own_odometer', 'projected_sold'];
    await showFindings(harness(), { consultationId: id, token, codes });
    expect(await read({ id })).toContain('What we found in your insurer’s report');
    await staff(`/cases/${id}/report-check/withdraw`);
    expect(await read({ id })).not.toContain('What we found');
  });

  it('the page is true for an owner who called us', async () => {
    const { body: words } = await harness().call('GET', '/api/staff/v1/telephone-wording', { token });
    const { body } = await staff('/telephone-cases', {
      customer: { email: newEmail(), phone: newPhone(), first_name: 'Synthia' },
      wording_version: words.version,
      agreed: true,
      number_read_back: true,
    });
    expect(await read({ id: body.consultation_id })).toContain('You called us yourself');
  });

  it('the page is true for a delivered consultation, from the options to closed, in every state of its payments', async () => {
    const [one, other] = [await givenAppraisal(harness()), await givenAppraisal(harness())];
    const checkout = await deliverGiven(harness(), one);
    const id = one.consultationId;
    expect(await read({ id })).toContain('Your options are below');
    const hold = await givenHold(parts.current, checkout, 'research');
    await harness().sendMessages();
    expect(await read({ id })).toContain('You chose research');
    await one.compose();
    expect((await one.release({})).status).toBe(200);
    await deliverProviderEvents(parts.current);
    await harness().sendMessages();
    expect(await read({ id, appraisal: true })).toContain('charged on');
    await staff(`/holds/${hold}/refund`, { amount_cents: 5_000, reason: 'goodwill', seen_refunded_cents: 0 });
    await deliverProviderEvents(parts.current);
    await harness().sendMessages();
    expect(await read({ id, appraisal: true })).toContain('We refunded $50');
    const card = await givenCard(parts.current, checkout);
    await read({ id, appraisal: true });
    await postForm(harness(), `${checkout.path('representation')}/withdraw`, { withdraw: 'true' });
    await deliverProviderEvents(parts.current);
    expect([card.startsWith('hld_'), (await read({ id, appraisal: true })).includes('you withdrew')]).toEqual([
      true,
      true,
    ]);
    const third = await givenAppraisal(harness());
    await givenLapsedHold(parts.current, await deliverGiven(harness(), third));
    await harness().sendMessages();
    expect(await read({ id: third.consultationId })).toContain('You chose representation');
    await staff(`/consultations/${third.consultationId}/settlement`, { settlement: { total_cents: 2_000_000 } });
    expect(await read({ id: third.consultationId })).toContain('your insurer paid $20,000');
    const second = await deliverGiven(harness(), other);
    const released = await givenHold(parts.current, second, 'research');
    await staff(`/holds/${released}/release`);
    await deliverProviderEvents(parts.current);
    await harness().sendMessages();
    expect(await read({ id: other.consultationId })).toContain('the hold was released');
    await staff(`/consultations/${other.consultationId}/payments`, {
      product: 'research',
      amount_cents: 19_900,
      method: 'check',
      paid_on: '2026-11-16',
    });
    await staff(`/consultations/${other.consultationId}/settlement`, {
      settlement: { value_cents: 1_900_000 },
      offer: { value_cents: 1_650_000 },
    });
    await harness().sendMessages();
    expect(await read({ id: other.consultationId })).toContain('paid $19,000 for your vehicle');
    await staff(`/consultations/${other.consultationId}/close`, { reason: 'settled' });
    expect(await read({ id: other.consultationId })).toContain('This case was closed on');
  });

  it.each([
    ['institution_paid', 'lender', 0],
    ['subsidized', 'both', 29_700],
    ['borrower_paid', 'borrower', 49_700],
  ] as const)(
    'the page is true for a borrower whose program is %s, until delivered',
    async (mode, pays, priceCents) => {
      const subsidy =
        mode === 'subsidized'
          ? ({ subsidy_type: 'fixed', subsidy_value: 20_000 } as const)
          : ({ subsidy_type: null, subsidy_value: null } as const);
      const { key } = await givenPartner(harness(), { livemode: true, institution: { program: { mode, ...subsidy } } });
      const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email: newEmail(), phone: newPhone() };
      const { id: referral } = await givenReferral(harness(), key, { borrower });
      await harness().sendMessages();
      await staff(`/referrals/${referral}/activate`);
      const id = await consultationOf(harness(), referral);
      const lender = { pays, priceCents };
      await read({ id, lender });
      await staff(`/consultations/${id}/deliver`);
      expect(await read({ id, lender })).toContain('We went through your claim with you');
    },
  );

  it('the page is true for a member, and for a sandbox case', async () => {
    for (const livemode of [true, false]) {
      const { id } = await consultationOrigins.membership(harness(), { customer: newCustomer(), livemode, token });
      const text = await read({ id });
      expect(text.startsWith('This is a test\n')).toBe(!livemode);
      expect(text.includes('When should we call?')).toBe(livemode);
    }
  });

  it.each([
    ['nobody has answered', []],
    ['the answer was yes', ['confirm']],
    ['the consultation began', ['confirm', 'start']],
    ['it was given', ['confirm', 'start', 'deliver']],
    ['90 days passed', ['confirm', 'start', 'deliver', 'pass_quiet_days']],
    ['the answer was no', ['decline']],
    ['its time is over', ['expire']],
  ] as const)('the page is true for a sandbox intake when %s, whoever opens it', async (_when, steps) => {
    for (const isProven of [false, true]) {
      const receipt = await givenTestIntake(harness(), {
        customer: { email: newEmail(), phone: newPhone() },
        loss: { zip: '10001' },
      });
      const id = await consultationOf(harness(), receipt.intake_id);
      for (const name of steps) {
        if (name === 'confirm' && isProven) await pressSent(harness(), receipt, { via: 'email' });
        else await step(harness(), receipt, name);
      }
      const text = await read({ id });
      expect(text.startsWith('This is a test\n')).toBe(true);
      await pressStop(harness(), id);
      expect((await read({ id })).startsWith('This is a test\n')).toBe(true);
    }
  });

  it('the page is true for an expired request, before and after its owner asks again', async () => {
    const receipt = await givenIntake(harness(), { customer: { email: newEmail() }, loss: { zip: '10001' } });
    const id = await consultationOf(harness(), receipt.intake_id);
    await bringTo(harness(), receipt, 'expired');
    expect(await read({ id })).toContain('I still want help');
    await post(id, 'requests', { kind: 'reopen' });
    expect(await read({ id })).toContain('You told us you still want help');
  });

  it('every listed sentence was shown somewhere', () => {
    expect(check.unsaid).toEqual([]);
  });
});
