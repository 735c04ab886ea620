import { usStates } from '#lib/calling/us-states';
import { findNumberProblem, type NumberProblem } from '#lib/calling/dialable';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { stripControls } from '#modules/customers';
import type { Difference } from '#modules/documents';
import type { Issue } from '#platform/errors';
import type { FactName, ReportedFacts, Said, StaffSaid } from './facts.ts';

/** Facts that staff may state; the insurer's offer has its own form, by its parts. */
export const staffFields = [
  'vin',
  'year',
  'make',
  'model',
  'trim',
  'odometer',
  'title',
  'condition',
  'date_of_loss',
  'zip',
  'loss_state',
  'insurer',
  'claim_number',
  'payoff_cents',
  'deductible_cents',
  'first_name',
  'last_name',
  'email',
  'phone',
] as const satisfies readonly FactName[];

export type StaffField = (typeof staffFields)[number];

/** Stored encrypted: personal details and free text, which may contain anything. */
const personalFields: readonly StaffField[] = ['condition', 'first_name', 'last_name', 'email', 'phone'];

const isPersonal = (field: string): boolean => (personalFields as readonly string[]).includes(field);

/** Facts that decide whom to call, and when. */
const contactFields: readonly StaffField[] = ['zip', 'loss_state', 'email', 'phone'];

export const isContact = (field: string): boolean => (contactFields as readonly string[]).includes(field);

export const statedAad = (consultationId: string): string => `facts.cases/${consultationId}`;
export const changeAad = (changeId: string): string => `facts.changes/${changeId}`;

/** The possible titles; all but the first are branded. */
const titles = ['clean', 'salvage', 'rebuilt', 'flood', 'lemon', 'branded'];

type FactValue = string | number | null;
export type Changes = { readonly [Field in StaffField]?: FactValue };

const numberProblems: Record<NumberProblem, string> = {
  premium: 'costs the caller by the minute, so it is not dialed',
  toll_free: 'is a toll-free number of a company',
  outside_us: 'is not a number in the United States',
  not_assigned: 'is not a number that anybody has',
};

/** The values in their stored spelling, or the problems with them; `today` is the last possible day of a loss. */
export function readChanges(changes: Changes, today: string): { values: Changes; issues: Issue[] } {
  const issues: Issue[] = [];
  const values: Record<string, FactValue> = {};
  for (const [field, typed] of Object.entries(changes) as [StaffField, FactValue][]) {
    const value = spelled(field, typed);
    const message = value === null ? undefined : findProblem(field, value, today);
    if (message !== undefined) issues.push({ path: `changes.${field}`, message });
    values[field] = value;
  }
  return { values, issues };
}

function spelled(field: StaffField, typed: FactValue): FactValue {
  if (typeof typed !== 'string') return typed;
  const text = typed
    .split('\n')
    .map(stripControls)
    .join(field === 'condition' ? '\n' : ' ')
    .trim();
  if (text === '') return null;
  if (field === 'vin') return text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (field === 'title') return text.toLowerCase();
  if (field === 'loss_state') return text.toUpperCase();
  if (field === 'email') return normalizeEmail(text);
  if (field === 'phone') return normalizePhone(text) ?? text;
  return text;
}

function findProblem(field: StaffField, value: string | number, today: string): string | undefined {
  const text = String(value);
  switch (field) {
    case 'vin':
      return /^[A-HJ-NPR-Z0-9]{11,17}$/.test(text) ? undefined : 'must be 11 to 17 characters, without I, O and Q';
    case 'title':
      return titles.includes(text) ? undefined : `must be ${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`;
    case 'loss_state':
      return usStates.some((state) => state === text) ? undefined : 'must be the two letters of a state';
    case 'date_of_loss':
      return text <= today ? undefined : 'must not be in the future';
    case 'email':
      return isEmail(text) ? undefined : 'must be an email address';
    case 'phone': {
      if (!/^\+1\d{10}$/.test(text)) return 'must be a US number of ten digits';
      const problem = findNumberProblem(text);
      return problem && numberProblems[problem];
    }
    default:
      return undefined;
  }
}

type Statement = { readonly by: string; readonly at: Date };

/** The team's statements after adding these and withdrawing those. */
export function stateFacts(
  before: StaffSaid,
  { values, withdrawn }: { readonly values: Changes; readonly withdrawn: readonly string[] },
  { by, at }: Statement,
): StaffSaid {
  const stated = Object.entries(values).map(([field, value]) => [field, { value, by, at: at.toISOString() }]);
  const kept = Object.entries(before).filter(([field]) => !withdrawn.includes(field));
  return Object.fromEntries([...kept, ...stated]);
}

/** One part of the team's statements: the personal ones, or the rest. */
export const partOf = (said: StaffSaid, personal: boolean): StaffSaid =>
  Object.fromEntries(Object.entries(said).filter(([field]) => isPersonal(field) === personal));

/** The names of facts in differences, which are those of an intake. */
const differenceNames = {
  vin: 'vehicle.vin',
  year: 'vehicle.year',
  make: 'vehicle.make',
  model: 'vehicle.model',
  trim: 'vehicle.trim',
  odometer: 'vehicle.odometer',
  date_of_loss: 'loss.date_of_loss',
  insurer: 'offer.insurer',
  claim_number: 'offer.claim_number',
  offer_cents: 'offer.acv_offer_cents',
} as const satisfies Partial<Record<FactName, string>>;

/** Where the report contradicts the submission; stored for the team, with no other effect. */
export function computeDifferences(sent: Said, report: ReportedFacts): Difference[] {
  const names = Object.keys(differenceNames) as (keyof typeof differenceNames)[];
  return names.flatMap((name) => {
    const said = name === 'vin' ? sent.vin?.toUpperCase() : sent[name];
    const read = name === 'vin' ? beginningLike(report.vin, sent.vin) : report[name];
    const same = said === undefined || read === undefined || isSame(said, read);
    return same ? [] : [{ field: differenceNames[name], sent: said, read }];
  });
}

/** A part of a VIN is compared with the same part of the report's; where they differ, the whole VIN is shown. */
const beginningLike = (vin: string | undefined, sent: string | undefined): string | undefined =>
  sent !== undefined && vin?.startsWith(sent.toUpperCase()) === true ? sent.toUpperCase() : vin;

/** Words are compared as people read them: CAMRY equals Camry. */
const isSame = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.trim().toLowerCase() === b.trim().toLowerCase() : a === b;
