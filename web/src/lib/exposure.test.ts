import { expect, it } from 'vitest';
import type { Exposure } from '#api/types.ts';
import { exposureRows, formerWords, gapTermsBodyOf, loanBodyOf, unknownWords } from './exposure.ts';

it('sends a payoff with its date, and no invalid amounts', () => {
  expect(loanBodyOf({ payoff: '16,500.50', asOf: '2026-11-01', financed: '' })).toEqual({
    payoff_cents: 1_650_050,
    payoff_as_of: '2026-11-01',
    financed_value_cents: null,
  });
  expect(loanBodyOf({ payoff: '', asOf: '', financed: '20000' })).toMatchObject({
    payoff_cents: null,
    financed_value_cents: 2_000_000,
  });
  for (const typed of [
    { payoff: '16500', asOf: '', financed: '' },
    { payoff: '', asOf: '2026-11-01', financed: '' },
    { payoff: 'much', asOf: '2026-11-01', financed: '' },
    { payoff: '', asOf: '', financed: '1.234' },
  ])
    expect(loanBodyOf(typed)).toBeUndefined();
});

it('shows why a figure is unknown, even for a reason from a later version', () => {
  expect(unknownWords(['not_settled', 'some_reason'])).toBe('nothing is settled yet, and some reason');
});

const unknown = {
  payoff_cents: null,
  payoff_as_of: null,
  deductible_cents: null,
  financed_value_cents: null,
  ltv_cap_percent: null,
  deductible_cover_cents: null,
  before_cents: null,
  after_cents: null,
  reduction_cents: null,
  growth_cents: null,
  surplus_cents: null,
  beyond_program_cents: null,
} as Exposure;

it('says of an unknown payoff nothing about its date, and of a known one who gave it', () => {
  const payoff = (changes: Partial<Exposure>) => exposureRows({ ...unknown, ...changes })[0]?.[1];
  expect(payoff({})).toBe('unknown');
  expect(payoff({ payoff_cents: 1_790_000 })).toBe('$17,900.00, from the lender, undated');
  expect(payoff({ payoff_cents: 1_790_000, payoff_as_of: '2026-11-01' })).toBe('$17,900.00, as of 2026-11-01');
});

it('shows the applicable terms and the amount left for the borrower to pay', () => {
  const terms = { ltv_cap_percent: 120, deductible_cover_cents: 0, financed_value_cents: 1_450_000 };
  expect(exposureRows({ ...unknown, ...terms, beyond_program_cents: 75_000, growth_cents: 0 })).toEqual([
    ['Payoff', 'unknown'],
    ['Deductible', 'unknown'],
    ['Program’s LTV cap', '120 % of $14,500.00'],
    ['Deductible the program covers', 'up to $0.00'],
    ['GAP at first offer', 'unknown'],
    ['GAP at settlement', 'unknown'],
    ['Reduction', 'unknown'],
    ['Left for the borrower to pay', '$750.00'],
  ]);
});

it('shows terms as they were before a correction', () => {
  const set = { set_by: 'stf_1', set_at: '2020-11-16T12:00:00.000Z' };
  expect(formerWords({ ltv_cap_percent: 125, deductible_cover_cents: 100_000, ...set })).toMatch(
    /^cap 125 %, deductible up to \$1,000\.00, set Nov 1[567], 2020, /,
  );
  expect(formerWords({ ltv_cap_percent: null, deductible_cover_cents: null, ...set })).toMatch(
    /^cap not known, deductible not known, set /,
  );
});

it('sends program terms with their date; empty fields are unknown', () => {
  const from = '2026-11-16';
  expect(gapTermsBodyOf({ from, cap: '120', cover: '250.50' })).toEqual({
    effective_on: from,
    ltv_cap_percent: 120,
    deductible_cover_cents: 25_050,
  });
  expect(gapTermsBodyOf({ from, cap: '', cover: '0' })).toMatchObject({
    ltv_cap_percent: null,
    deductible_cover_cents: 0,
  });
  for (const typed of [
    { from: '', cap: '120', cover: '' },
    { from, cap: '1.5', cover: '' },
    { from, cap: '-1', cover: '' },
    { from, cap: '', cover: 'much' },
  ])
    expect(gapTermsBodyOf(typed)).toBeUndefined();
});
