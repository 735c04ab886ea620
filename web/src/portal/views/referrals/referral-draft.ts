import { formatPhone } from '#lib/format.ts';
import { parseDollars } from '#lib/money.ts';
import { stateListId, toStateCode } from '#lib/facts.ts';

/** The input, by the path of the API field it becomes; money in dollars. */
export type ReferralDraft = Readonly<Record<string, string>>;

export type Issue = { readonly path: string; readonly message: string };

/** Members that are shown and edited together. */
export type ReferralGroup = 'borrower' | 'vehicle' | 'claim' | 'liability' | 'external_ref';

export type ReferralField = {
  readonly path: string;
  readonly label: string;
  readonly max: number;
  readonly type?: 'date' | 'email' | 'tel';
  readonly inputMode?: 'decimal' | 'email' | 'numeric';
  readonly hint?: string;
  readonly optional?: boolean;
  readonly mono?: boolean;
  /** The id of a list of suggestions. */
  readonly list?: string;
};

type FieldGroup = { readonly name: ReferralGroup; readonly title: string; readonly fields: readonly ReferralField[] };

const dollars = { inputMode: 'decimal', max: 14 } as const;

export const referralGroups: readonly FieldGroup[] = [
  {
    name: 'borrower',
    title: 'Borrower',
    fields: [
      { path: 'borrower.first_name', label: 'First name', max: 80 },
      { path: 'borrower.last_name', label: 'Last name', max: 80 },
      { path: 'borrower.email', label: 'Email', max: 254, type: 'email', hint: 'Enter an email or a phone number.' },
      { path: 'borrower.phone', label: 'Phone', max: 40, type: 'tel', hint: 'A US number, ten digits.' },
    ],
  },
  {
    name: 'vehicle',
    title: 'Vehicle',
    fields: [
      { path: 'vehicle.vin', label: 'VIN', max: 20, mono: true },
      { path: 'vehicle.year', label: 'Model year', max: 4, inputMode: 'numeric' },
      { path: 'vehicle.make', label: 'Make', max: 60 },
      { path: 'vehicle.model', label: 'Model', max: 80 },
    ],
  },
  {
    name: 'claim',
    title: 'Claim',
    fields: [
      { path: 'claim.carrier', label: 'Insurer', max: 120 },
      { path: 'claim.claim_number', label: 'Claim number', max: 60 },
      { path: 'claim.loss_state', label: 'Loss state', max: 30, list: stateListId },
      { path: 'claim.date_of_loss', label: 'Date of loss', max: 10, type: 'date' },
      { path: 'claim.initial_offer_cents', label: 'Insurer’s offer', ...dollars, hint: 'In dollars.' },
    ],
  },
  {
    name: 'liability',
    title: 'Loan',
    fields: [
      { path: 'liability.loan_payoff_cents', label: 'Loan payoff', ...dollars, hint: 'In dollars.' },
      { path: 'liability.deductible_cents', label: 'Deductible', ...dollars, hint: 'In dollars; 0 if none.' },
    ],
  },
  {
    name: 'external_ref',
    title: 'Your reference',
    fields: [
      {
        path: 'external_ref',
        label: 'Reference',
        max: 120,
        optional: true,
        hint: 'Your loan or account number; you can search for it.',
      },
    ],
  },
];

const isMoney = (path: string): boolean => path.endsWith('_cents');

/** Invalid numbers are sent as typed, so that the service's message appears at the field. */
function toValue(path: string, text: string): unknown {
  if (isMoney(path)) return parseDollars(text) ?? text;
  if (path === 'vehicle.year') return /^\d+$/.test(text) ? Number(text) : text;
  if (path === 'claim.loss_state') return toStateCode(text);
  return path === 'vehicle.vin' ? text.replaceAll(/[\s-]/g, '').toUpperCase() : text;
}

/** The input as the API expects it; empty fields are left out. */
export function toReferral(draft: ReferralDraft): Record<string, unknown> {
  const referral: Record<string, unknown> = { borrower: {}, vehicle: {}, claim: {}, liability: {} };
  for (const [path, typed] of Object.entries(draft)) {
    const text = typed.trim();
    const [group = '', name] = path.split('.');
    if (text === '') continue;
    if (name === undefined) referral[group] = text;
    else referral[group] = { ...(referral[group] as object), [name]: toValue(path, text) };
  }
  return referral;
}

/** The draft of a referral as it stands, for editing it. */
export function toDraft(referral: Readonly<Record<string, unknown>>): ReferralDraft {
  const draft: Record<string, string> = {};
  for (const { path, type } of referralGroups.flatMap(({ fields }) => fields)) {
    const [group = '', name] = path.split('.');
    const of = referral[group];
    const value = name === undefined ? of : (of as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    if (value === null || value === undefined) continue;
    if (isMoney(path)) draft[path] = (Number(value) / 100).toFixed(2).replace(/\.00$/, '');
    else if (type === 'tel')
      draft[path] = /^\+1\d{10}$/.test(String(value)) ? formatPhone(String(value)) : String(value);
    else draft[path] = type === 'date' ? String(value).slice(0, 10) : String(value);
  }
  return draft;
}

function memberOf(referral: Readonly<Record<string, unknown>>, path: string): string {
  const [group = '', name] = path.split('.');
  const of = referral[group] as Readonly<Record<string, unknown>> | undefined;
  // Of a borrower as a whole only the contacts are spoken of.
  if (path === 'borrower') return JSON.stringify([of?.['email'], of?.['phone']]);
  return JSON.stringify(name === undefined ? of : of?.[name]) ?? '';
}

/** The issues of fields that have not changed since the issues were reported. */
export const toStillTrue = <T extends Issue>(
  said: readonly T[],
  then: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): readonly T[] => said.filter(({ path }) => memberOf(then, path) === memberOf(now, path));

/** An empty required field is reported only after the first attempt to send. */
export const toShownIssues = (issues: readonly Issue[], draft: ReferralDraft, tried: boolean): readonly Issue[] =>
  tried ? issues : issues.filter(({ path }) => (draft[path]?.trim() ?? '') !== '');

/** What the service says about a member, in the words of the form: it has cents and patterns, people have neither. */
export function toWords({ path, message }: Issue): string {
  if (message === 'is required') return 'This is required.';
  if (isMoney(path)) {
    const most = path === 'liability.deductible_cents' ? '$100,000' : '$1,000,000';
    return `This is not an amount in dollars up to ${most}, such as 18,500 or 950.75.`;
  }
  if (path === 'vehicle.vin') return 'A VIN has 17 letters and digits, and never I, O or Q.';
  if (path === 'vehicle.year') return 'This is not a year, such as 2021.';
  if (path === 'claim.loss_state')
    return message.includes('serve') ? 'We don’t serve this state.' : 'This is not a state, such as Nevada or NV.';
  if (path === 'claim.date_of_loss') return 'This is not a date.';
  if (path === 'borrower.email') return 'This is not an email address.';
  if (path === 'borrower.phone') return 'This is not a US phone number.';
  return `This ${message}.`;
}
