import { describe, expect, it } from 'vitest';
import { referralGroups, toDraft, toReferral, toShownIssues, toStillTrue, toWords } from './referral-draft.ts';

const referral = {
  external_ref: 'loan-1001',
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com' },
  vehicle: { vin: '1SYNTHETK00000101', year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-1001',
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_050,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 0 },
};

describe('the form of a referral', () => {
  it('makes of a draft the referral, and of the referral the draft', () => {
    const draft = toDraft({ ...referral, claim: { ...referral.claim, date_of_loss: '2026-11-01T00:00:00.000Z' } });
    expect(draft['claim.initial_offer_cents']).toBe('15000.50');
    expect(draft['liability.deductible_cents']).toBe('0');
    expect(toDraft({ borrower: { phone: '+12125550142' } })['borrower.phone']).toBe('(212) 555-0142');
    expect(toReferral(draft)).toEqual(referral);
  });

  it('accepts dollars as people write them, and a VIN with separators', () => {
    const draft = {
      'claim.initial_offer_cents': '$18,500',
      'vehicle.vin': ' 1synth-etk 00000101 ',
      external_ref: '  ',
    };
    expect(toReferral(draft)).toEqual({
      borrower: {},
      vehicle: { vin: '1SYNTHETK00000101' },
      claim: { initial_offer_cents: 1_850_000 },
      liability: {},
    });
  });

  it('sends an invalid number as typed, so that the service reports the problem', () => {
    const draft = { 'vehicle.year': 'last year', 'liability.loan_payoff_cents': '18.000,00' };
    expect(toReferral(draft)).toMatchObject({
      vehicle: { year: 'last year' },
      liability: { loan_payoff_cents: '18.000,00' },
    });
  });

  it('reports no missing fields before the first attempt to send', () => {
    const issues = [
      { path: 'vehicle.vin', message: 'is required' },
      { path: 'borrower.email', message: 'must be an email address' },
      { path: 'borrower', message: 'needs an email or a phone' },
    ];
    const draft = { 'borrower.email': 'borrower' };
    expect(toShownIssues(issues, draft, false).map(({ path }) => path)).toEqual(['borrower.email']);
    expect(toShownIssues(issues, draft, true)).toEqual(issues);
  });

  it('hides the problem of a field that has changed since', () => {
    const issues = ['vehicle.vin', 'external_ref', 'claim.carrier', 'borrower'].map((path) => ({ path, message: 'x' }));
    const now = {
      ...referral,
      vehicle: { ...referral.vehicle, vin: 'another' },
      borrower: { first_name: 'Synthetic' },
    };
    expect(toStillTrue(issues, referral, now).map(({ path }) => path)).toEqual(['external_ref', 'claim.carrier']);
    expect(toStillTrue(issues, {}, {})).toEqual(issues);
  });

  it('describes problems in the words of the form, never in cents or patterns', () => {
    for (const { path } of referralGroups.flatMap(({ fields }) => fields)) {
      const said = toWords({ path, message: 'must match pattern "^[A-Z]{2}$"' });
      if (!/name|make|model|carrier|number|external_ref/.test(path)) expect(said).not.toMatch(/pattern|cents/);
      expect(toWords({ path, message: 'is required' })).toBe('This is required.');
    }
  });
});
