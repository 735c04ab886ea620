import { beforeAll, describe, expect, it } from 'vitest';
import {
  accept,
  deliverProviderEvents,
  givenCard,
  letHoldsLapse,
  givenHold,
  type GivenCheckout,
  bodyOf,
  captureBody,
} from '#testing/checkout';
import { acceptedStatuses, bringTo, givenIntake, newEmail, newPhone, pressSent } from '#testing/intakes';
import type { CreatedReceipt } from '#testing/intakes';
import { givenListings } from '#testing/vehicles/market';
import { bringEnrollmentTo, givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { bringTo as bringReferralTo, givenReferral, linkPath, partnerCalls, press } from '#testing/referrals';
import { givenPage } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { scriptTruths as truths, type Seen, type Truth } from '#test/fixtures/script-truths';

// Every possible sentence of the script, with the condition under which it is true. Each real case below is read as a
// caller reads it: a sentence that is not listed fails, and so does one whose condition does not hold.

const parts = useCardHarness();
let token = '';

beforeAll(async () => {
  const { harness } = parts.current;
  token = await givenStaffToken(harness);
  const accords = [31_000, 44_000, 58_000, 66_000, 71_500].map((miles, index) => ({
    miles,
    price: 22_000 - index * 411,
  }));
  await givenListings(harness.ctx, accords);
  await givenListings(harness.ctx, [{ model: 'Civic' }]);
  // Far apart, so that an offer between them has no gap.
  const trims = ['LX', 'Touring'].map((trim, index) => ({ model: 'CR-V', trim, price: 18_000 + index * 6000 }));
  for (let copies = 0; copies < 8; copies += 1) await givenListings(harness.ctx, trims);
});

const said = new Set<Truth>();

async function read(id: string): Promise<{ seen: Seen; lines: string[] }> {
  const { status, body } = await parts.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token });
  expect(status).toBe(200);
  const seen: Seen = body;
  return { seen, lines: seen.say.map((line) => line.map(({ text }) => text).join('')) };
}

/** Every sentence is listed, and true of the case. */
async function expectTrue(id: string): Promise<string> {
  const { seen, lines } = await read(id);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const truth = truths.find(({ says }) => says.test(line));
    expect([line, truth?.when(seen)]).toEqual([line, true]);
    if (truth !== undefined) said.add(truth);
  }
  return lines.join('\n');
}

const post = async (path: string, body?: unknown) => {
  const answer = await parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
  expect([path, answer.status < 300 ? 'done' : answer.text]).toEqual([path, 'done']);
  return answer.body;
};

const accord = { vehicle: { year: 2019, make: 'Honda', model: 'Accord', odometer: 40_000 }, loss: { zip: '78701' } };

async function givenAgentCase(changes: object = {}): Promise<{ receipt: CreatedReceipt; id: string }> {
  const { harness } = parts.current;
  const customer = { first_name: 'Robin', email: newEmail(), phone: newPhone() };
  const receipt = await givenIntake(harness, { customer, ...changes });
  return { receipt, id: await consultationOf(harness, receipt.intake_id) };
}

async function givenDelivered(): Promise<GivenCheckout & { readonly id: string }> {
  const { receipt, id } = await givenAgentCase();
  await bringTo(parts.current.harness, receipt, 'consultation_active');
  const { checkout } = await post(`/consultations/${id}/deliver`);
  const [, page = ''] = /\/checkout\/([0-9A-Za-z]{32})\//.exec(checkout.research_url ?? '') ?? [];
  const contacts = { email: undefined, phone: undefined };
  return { id, consultationId: id, contacts, path: (product) => `/checkout/${page}/${product}` };
}

describe('every sentence of the script is true', () => {
  it.each(acceptedStatuses.filter((status) => status !== 'expired'))(
    'every sentence is true for an agent’s owner who is %s',
    async (status) => {
      const { receipt, id } = await givenAgentCase();
      await bringTo(parts.current.harness, receipt, status);
      expect(await expectTrue(id)).not.toBe('');
    },
  );

  it('every sentence is true for a case with a market read, with and without an offer, and after a confirmed yes', async () => {
    const { harness } = parts.current;
    for (const offer of [{ offer: { acv_offer: 18_000 } }, {}]) {
      const { receipt, id } = await givenAgentCase({ ...accord, ...offer });
      await bringTo(harness, receipt, 'consultation_active');
      expect(await expectTrue(id)).toContain('market read');
    }
    const vehicle = { ...accord.vehicle, model: 'CR-V' };
    const within = await givenAgentCase({ ...accord, vehicle, offer: { acv_offer: 21_000 } });
    await bringTo(harness, within.receipt, 'consultation_active');
    expect(await expectTrue(within.id)).toContain('no difference');
    const few = await givenAgentCase({ ...accord, vehicle: { ...accord.vehicle, model: 'Civic' } });
    await bringTo(harness, few.receipt, 'consultation_active');
    expect(await expectTrue(few.id)).toContain('no figure beside the offer');
    const { receipt, id } = await givenAgentCase();
    await pressSent(harness, receipt, { via: 'text' });
    expect(await expectTrue(id)).toContain('You said yes');
  });

  it('every sentence is true for a delivered consultation, in every state of a hold', async () => {
    const { harness } = parts.current;
    expect(await expectTrue((await givenDelivered()).id)).toContain('Nothing is ordered');
    const open = await givenDelivered();
    expect((await accept(harness, open.path('research'))).status).toBe(303);
    expect(await expectTrue(open.id)).toContain('not held yet');
    for (const [act, words] of [
      [undefined, 'is held on their card for research'],
      ['capture', 'They paid $199 for research.'],
      ['release', 'has ended; nothing was charged'],
    ] as const) {
      const delivered = await givenDelivered();
      const hold = await givenHold(parts.current, delivered, 'research');
      if (act !== undefined) await post(`/holds/${hold}/${act}`);
      await deliverProviderEvents(parts.current);
      expect(await expectTrue(delivered.id)).toContain(words);
    }
    const represented = await givenDelivered();
    await givenHold(parts.current, represented, 'representation');
    expect(await expectTrue(represented.id)).toContain('$472 is held on their card for representation');
    await post(`/consultations/${represented.id}/settlement`, {
      settlement_cents: 1_600_000,
      initial_offer_cents: 1_500_000,
    });
    expect(await expectTrue(represented.id)).toContain('The settlement is recorded.');
  });

  it('every sentence is true for an owner whose hold has a saved card, in every state', async () => {
    const { harness } = parts.current;
    const begun = await givenDelivered();
    expect((await accept(harness, begun.path('representation'))).status).toBe(303);
    expect(await expectTrue(begun.id)).toContain('their card is not held yet');
    const withdrawn = await givenDelivered();
    await givenCard(parts.current, withdrawn);
    const form = { raw: 'withdraw=true', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await harness.call('POST', `${withdrawn.path('representation')}/withdraw`, form)).status).toBe(303);
    expect(await expectTrue(withdrawn.id)).toContain('They withdrew from representation');
    const released = await givenDelivered();
    await post(`/holds/${await givenCard(parts.current, released)}/release`);
    expect(await expectTrue(released.id)).toContain('No card is saved for representation any more');
    for (const [card, words] of [
      ['declines later', 'Their bank declined the hold'],
      ['slow', 'The charge for representation is under way'],
      ['good', 'They paid $472 for representation.'],
    ] as const) {
      const given = await givenDelivered();
      const hold = await givenCard(parts.current, given, card);
      expect(await expectTrue(given.id)).toContain('$472 is held on their card for representation');
      await letHoldsLapse(parts.current);
      expect(await expectTrue(given.id)).toContain('Their card stays saved, $472 at most.');
      await post(`/consultations/${given.id}/settlement`, {
        settlement: { value_cents: 1_600_000 },
        offer: { value_cents: 1_500_000 },
      });
      expect(await expectTrue(given.id)).toContain('The fee of $472 is due: a lead charges it under Payments.');
      await harness.call('POST', `/api/staff/v1/holds/${hold}/capture`, { token, body: captureBody });
      expect(await expectTrue(given.id)).toContain(words);
      const { timeline } = (await read(given.id)).seen;
      expect(timeline.filter(({ title }) => /\$472\.00 held|lapsed/.test(title))).toHaveLength(2);
      const charges = timeline.filter(({ title }) => /charged \$|\$\S+ charged/i.test(title));
      expect(charges.map(({ by }) => by)).toEqual(card === 'good' ? ['Synthetic Staff'] : []);
    }
  });

  it('every sentence is true for an owner who called us and was not referred', async () => {
    const { harness } = parts.current;
    const wording = await harness.call('GET', '/api/staff/v1/telephone-wording', { token });
    const body = {
      customer: { first_name: 'Robin', phone: newPhone() },
      loss: { zip: '10001' },
      wording_version: wording.body.version,
      agreed: true,
      number_read_back: true,
    };
    const script = await expectTrue((await post('/telephone-cases', body)).consultation_id);
    expect(script).toContain('You asked us for the free consultation');
    expect(script).not.toMatch(/good time|is told|assistant/);
  });

  it.each([
    [{ mode: 'borrower_paid', subsidy_type: null, subsidy_value: null }, 'Representation you would pay yourself'],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 20_000 }, 'pays the other $200'],
    [{ mode: 'institution_paid', subsidy_type: null, subsidy_value: null }, 'You pay nothing'],
  ] as const)('every sentence is true for a borrower by program: %j', async (program, words) => {
    const { harness } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true, institution: { program } });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email: newEmail(), phone: newPhone() };
    const invited = await givenReferral(harness, key, { borrower });
    await press(harness, await linkPath(harness, invited.id), 'accept');
    const id = await consultationOf(harness, invited.id);
    const script = await expectTrue(id);
    expect(script).toContain('you accepted the free consultation');
    expect(script).toContain(words);
    expect(script).toContain('Ask for what is missing');
    expect(script).not.toMatch(/press S|press D|entitled/);
    await post(`/consultations/${id}/deliver`);
    const later = await expectTrue(id);
    expect(later).toContain('“What does the insurer pay now?”');
    expect(later).not.toContain('you accepted the free consultation');
    await post(`/referrals/${invited.id}/settle`, { settlement_cents: 1_700_000 });
    await expectTrue(id);
    await post(`/referrals/${invited.id}/close`);
    await expectTrue(id);
    const handed = await givenReferral(harness, key, {
      borrower: { ...borrower, email: newEmail(), phone: newPhone() },
    });
    await post(`/referrals/${handed.id}/activate`);
    expect(await expectTrue(await consultationOf(harness, handed.id))).toContain('Do you want the free consultation');
    const attested = await givenReferral(harness, key, {
      borrower: { ...borrower, email: newEmail(), phone: newPhone() },
    });
    const attestation = {
      attestor_name: 'Synthetic Officer',
      channel: 'phone',
      attestation: 'The borrower wants to be called.',
    };
    const attest = partnerCalls(harness, key);
    expect(await attest(`POST /referrals/${attested.id}/attest`, attestation)).toMatchObject({ status: 200 });
    expect(await expectTrue(await consultationOf(harness, attested.id))).toContain('Is that right?');
  });

  it('every sentence is true for a member, who has confirmed nothing', async () => {
    const { harness } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const { id: enrollmentId } = await givenEnrollment(harness, key);
    await bringEnrollmentTo(harness, enrollmentId, 'loss_reported');
    const row = await harness.ctx.db.find<{ id: string; consultation_id: string }>({
      text: 'select id, consultation_id from memberships.redemptions where enrollment_id = $1',
      values: [enrollmentId],
    });
    const script = await expectTrue(row?.consultation_id ?? '');
    expect(script).toContain('Your plan with them includes a consultation');
    expect(script).not.toMatch(/said yes|press S|entitled/);
    expect(script).toContain('Ask for what is missing');
    expect(script).toContain('Ask for the settlement before you press D');
    const id = row?.consultation_id ?? '';
    await post(`/consultations/${id}/deliver`);
    expect(await expectTrue(id)).toContain('“What does the insurer pay now?”');
    await post(`/consultations/${id}/settlement`, { settlement: { value_cents: 1_600_000 } });
    expect(await expectTrue(id)).toContain('press D. The redemption is completed');
    await post(`/redemptions/${row?.id}/complete`);
    const { closing, timeline } = (await read(id)).seen;
    expect(closing).toMatchObject({ closed_by: 'Synthetic Staff', reason: 'completed' });
    expect(timeline.find(({ title }) => title === 'Case closed: completed')?.by).toBe('Synthetic Staff');
    await expectTrue(row?.consultation_id ?? '');
  });

  it('every sentence is true for an owner who said no, who wants no contact, or who is a test', async () => {
    const { harness } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const ids = [];
    for (const outcome of ['not_requested', 'do_not_contact']) {
      const { id: enrollmentId } = await givenEnrollment(harness, key, {
        member: { first_name: 'Synthetic', last_name: 'Member', phone: newPhone() },
      });
      await bringEnrollmentTo(harness, enrollmentId, 'loss_reported');
      const row = await harness.ctx.db.find<{ consultation_id: string }>({
        text: 'select consultation_id from memberships.redemptions where enrollment_id = $1',
        values: [enrollmentId],
      });
      ids.push(row?.consultation_id ?? '');
      await post(`/queue/${ids.at(-1)}/calls`, { outcome });
    }
    expect(await expectTrue(ids[0] ?? '')).toContain('They said no');
    expect(await expectTrue(ids[1] ?? '')).toContain('no more contact');
    const quiet = await givenPage(harness);
    await quiet.post('channels', { channels: 'set', call: 'stop' });
    expect(await expectTrue(quiet.id)).toContain('not to be called about this case');
    const sandbox = await givenPartner(harness);
    const { id } = await givenReferral(harness, sandbox.key);
    await bringReferralTo(harness, sandbox.key, { id, status: 'activated' });
    expect(await expectTrue(await consultationOf(harness, id))).toBe('Test case: nobody is called.');
  });

  it('every listed sentence appeared in some case', () => {
    expect(truths.filter((truth) => !said.has(truth)).map(({ says }) => says.source)).toEqual([]);
  });
});
