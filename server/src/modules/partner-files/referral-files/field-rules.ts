// The referral members that a column may hold, lenders' names for them, and how a record's cells are read.
import {
  isDayFirst,
  isEitherOrder,
  toCents,
  toDay,
  toWholeCents,
  toYear,
  withoutApostrophe,
} from '#lib/tables/cell-values';
import { jurisdictions } from '#lib/calling/jurisdictions-data';
import { guessColumns } from '#lib/tables/columns';
import type { Issue } from '#platform/errors';
import { names, type ReferralField } from './column-data.ts';
import { splitName } from './rules.ts';

/** One field or none for each column, in column order. */
export type Mapping = readonly (ReferralField | null)[];

export const guessMapping = (columns: readonly string[], remembered: Readonly<Record<string, string>>): Mapping =>
  guessColumns({ columns, remembered, names });

/** Each needs one of its alternatives. */
const needs: readonly (readonly (readonly ReferralField[])[])[] = [
  [['borrower.first_name', 'borrower.last_name'], ['borrower.name']],
  [['borrower.email'], ['borrower.phone']],
  [['vehicle.vin']],
  [['vehicle.year']],
  [['vehicle.make']],
  [['vehicle.model']],
  [['claim.carrier']],
  [['claim.claim_number']],
  [['claim.loss_state']],
  [['claim.date_of_loss']],
  [['claim.initial_offer'], ['claim.initial_offer_cents']],
  [['liability.loan_payoff'], ['liability.loan_payoff_cents']],
  [['liability.deductible'], ['liability.deductible_cents']],
];

/** Two ways to give the same value. */
const either: readonly (readonly [ReferralField, ReferralField])[] = [
  ['borrower.name', 'borrower.first_name'],
  ['borrower.name', 'borrower.last_name'],
  ['claim.initial_offer', 'claim.initial_offer_cents'],
  ['liability.loan_payoff', 'liability.loan_payoff_cents'],
  ['liability.deductible', 'liability.deductible_cents'],
];

/** The problem with a mapping, if there is one. */
export function findMappingProblem(columns: readonly string[], mapping: Mapping): string | undefined {
  if (mapping.length !== columns.length) return `must have ${columns.length} entries, one for each column`;
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) return `must name ${twice} once`;
  const both = either.find((pair) => pair.every((field) => used.includes(field)));
  if (both !== undefined) return `must name ${both.join(' or ')}, not both`;
  const missing = needs.filter((ways) => !ways.some((way) => way.every((field) => used.includes(field))));
  const words = missing.map((ways) => ways.map((way) => way.join(' and ')).join(' or '));
  return words.length > 0 ? `must name ${words.join(', ')}` : undefined;
}

/** The member of a referral that a field is. */
export const pathOf = (field: ReferralField): string =>
  field === 'claim.initial_offer' || field === 'liability.loan_payoff' || field === 'liability.deductible'
    ? `${field}_cents`
    : field === 'borrower.name'
      ? 'borrower.first_name'
      : field;

/** A field's cell, without the escaping that our own files add. */
export function cellOf(cells: readonly string[], mapping: Mapping, field: ReferralField): string | undefined {
  const index = mapping.indexOf(field);
  const text = index < 0 ? undefined : withoutApostrophe(cells[index]?.trim() ?? '').trim();
  return text === '' ? undefined : text;
}

type Read = { readonly body: Readonly<Record<string, unknown>>; readonly issues: readonly Issue[] };

type Reading = {
  readonly mapping: Mapping;
  /** A row whose date has its day first, so that others may too. */
  readonly dayFirstRow: number | undefined;
};

/** A record as a body of POST /referrals, and its unreadable values; an empty cell is an absent member. */
export function toReferralBody(cells: readonly string[], { mapping, dayFirstRow }: Reading): Read {
  const issues: Issue[] = [];
  const body: Record<string, Record<string, unknown>> = { borrower: {}, vehicle: {}, claim: {}, liability: {} };
  const root: Record<string, unknown> = body;
  if (cells.slice(mapping.length).some((cell) => cell.trim() !== ''))
    issues.push({
      path: '',
      message: 'has more cells than there are columns; a text with a comma needs quotation marks',
    });
  for (const field of mapping) {
    const text = field === null ? undefined : cellOf(cells, mapping, field);
    if (field === null || text === undefined) continue;
    if (field === 'external_ref') root[field] = text;
    else if (field === 'borrower.name') setName(body, text, issues);
    else {
      const path = pathOf(field);
      const { value, problem } = readCell(field, text, dayFirstRow);
      if (problem !== undefined) issues.push({ path, message: problem });
      const [part = '', member = ''] = path.split('.');
      (body[part] ??= {})[member] = value;
    }
  }
  return { body: root, issues };
}

function setName(body: Record<string, Record<string, unknown>>, text: string, issues: Issue[]): void {
  const name = splitName(text);
  body['borrower'] = { ...body['borrower'], ...(name ?? { first_name: text, last_name: text }) };
  const message = 'is not clearly a first and a last name; write "Last, First" or use two columns';
  if (name === undefined) issues.push({ path: 'borrower.first_name', message });
}

type ReadCell = { readonly value: unknown; readonly problem?: string };

const codeOf = new Map(jurisdictions.map(({ code, name }) => [name.toLowerCase(), code]));

function readCell(field: ReferralField, text: string, dayFirstRow: number | undefined): ReadCell {
  if (field === 'vehicle.year') return { value: toYear(text) };
  if (field === 'claim.loss_state') return { value: codeOf.get(text.toLowerCase()) ?? text };
  if (field === 'claim.date_of_loss') return readDay(text, dayFirstRow);
  if (field.endsWith('_cents')) return orProblem(toWholeCents(text), 'is not an amount in whole cents such as 1800000');
  if (pathOf(field) !== field) return orProblem(toCents(text), 'is not an amount in dollars such as 18,000.00');
  return { value: text };
}

const orProblem = (value: number | undefined, problem: string): ReadCell =>
  value === undefined ? { value: 0, problem } : { value };

/** Never guessed: if one date in a file has the day first, every other date that could is doubtful. */
function readDay(text: string, dayFirstRow: number | undefined): ReadCell {
  const value = toDay(text);
  if (isDayFirst(text))
    return { value: '2000-01-01', problem: 'has no such month; write the month first, or YYYY-MM-DD' };
  if (dayFirstRow !== undefined && isEitherOrder(text))
    return { value, problem: `may have its day first, as row ${dayFirstRow} has; mend that one, or write YYYY-MM-DD` };
  return { value };
}

/** Whether the date of loss of a record has its day first. */
export const hasDayFirst = (cells: readonly string[], mapping: Mapping): boolean =>
  isDayFirst(cellOf(cells, mapping, 'claim.date_of_loss') ?? '');
