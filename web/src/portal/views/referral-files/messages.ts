import type { Response } from '#portal/api.ts';

export type ReferralFile = Response<'GET /referral-files/{file_id}'>;
export type FileSummary = Response<'GET /referral-files'>['data'][number];
export type FileRow = Response<'GET /referral-files/{file_id}/rows'>['data'][number];
export type Outcome = FileRow['outcome'];
export type Field = NonNullable<ReferralFile['columns'][number]['field']>;

export const statusWords: Readonly<Record<ReferralFile['status'], string>> = {
  uploading: 'Uploading',
  uploaded: 'Columns needed',
  checked: 'Checked, not referred yet',
  applying: 'Being referred',
  applied: 'Referred',
  stopped: 'Stopped',
  failed: 'Not readable',
  expired: 'Not applied within 7 days',
};

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  ready: 'Ready',
  invalid: 'Invalid',
  double: 'Duplicate in the file',
  open: 'Already open',
  ended: 'Previously referred',
  referred: 'Referred',
  overtaken: 'Referred by another call',
  erased: 'Erased',
};

export const fieldWords: Readonly<Record<Field, string>> = {
  'borrower.first_name': 'First name',
  'borrower.last_name': 'Last name',
  'borrower.name': 'Full name',
  'borrower.email': 'Email',
  'borrower.phone': 'Phone',
  'vehicle.vin': 'VIN',
  'vehicle.year': 'Model year',
  'vehicle.make': 'Make',
  'vehicle.model': 'Model',
  'claim.carrier': 'Insurer',
  'claim.claim_number': 'Claim number',
  'claim.loss_state': 'State of loss, two letters',
  'claim.date_of_loss': 'Date of loss',
  'claim.initial_offer': 'Offer, in dollars',
  'claim.initial_offer_cents': 'Offer, in cents',
  'liability.loan_payoff': 'Payoff, in dollars',
  'liability.loan_payoff_cents': 'Payoff, in cents',
  'liability.deductible': 'Deductible, in dollars',
  'liability.deductible_cents': 'Deductible, in cents',
  external_ref: 'Your reference',
};

const needs: readonly (readonly [words: string, ways: readonly (readonly Field[])[]])[] = [
  ['the name', [['borrower.first_name', 'borrower.last_name'], ['borrower.name']]],
  ['email or phone', [['borrower.email'], ['borrower.phone']]],
  ['VIN', [['vehicle.vin']]],
  ['model year', [['vehicle.year']]],
  ['make', [['vehicle.make']]],
  ['model', [['vehicle.model']]],
  ['insurer', [['claim.carrier']]],
  ['claim number', [['claim.claim_number']]],
  ['state of loss', [['claim.loss_state']]],
  ['date of loss', [['claim.date_of_loss']]],
  ['offer', [['claim.initial_offer'], ['claim.initial_offer_cents']]],
  ['payoff', [['liability.loan_payoff'], ['liability.loan_payoff_cents']]],
  ['deductible', [['liability.deductible'], ['liability.deductible_cents']]],
];

/** What a referral needs and no column is. */
export const missingOf = (used: readonly Field[]): string[] =>
  needs.filter(([, ways]) => !ways.some((way) => way.every((field) => used.includes(field)))).map(([words]) => words);

const warningTexts: Readonly<Record<string, string>> = {
  vin_check_digit: 'The VIN’s check digit is wrong',
  vin_year: 'The VIN is for a different model year',
  vin_make: 'The VIN is for a different make',
  suppressed: 'On the do-not-contact list: referred, not contacted',
};
export const wordsOfWarning = (code: string): string => warningTexts[code] ?? code;

export const people = (count: number): string =>
  count === 1 ? '1 borrower' : `${count.toLocaleString('en-US')} borrowers`;
export const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);
