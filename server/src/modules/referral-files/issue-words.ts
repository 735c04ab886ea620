import { stateNotServed } from '#lib/calling/us-states';
import type { Issue } from '#platform/errors';

/** What is wrong with a cell: whoever mends a spreadsheet knows neither patterns nor cents. */
const plain: Readonly<Record<string, string>> = {
  'vehicle.vin': 'is not a VIN of 17 letters and digits, without I, O and Q',
  'vehicle.year': 'is not a model year such as 2021',
  'claim.loss_state': 'is not a state of two letters such as NY',
  'claim.date_of_loss': 'is not a date such as 11/01/2026 or 2026-11-01',
  'claim.initial_offer_cents': 'is not an amount up to $1,000,000',
  'liability.loan_payoff_cents': 'is not an amount up to $1,000,000',
  'liability.deductible_cents': 'is not an amount up to $100,000',
  'borrower.email': 'is not an email address',
  'borrower.phone': 'is not a US phone number',
};

/** An issue of the API in the words of a spreadsheet. */
export const toPlainIssue = ({ path, message }: Issue): Issue => ({
  path,
  message: message === 'is required' || message === stateNotServed ? message : (plain[path] ?? message),
});
