import { humanize } from './format.ts';
import { formatCents } from './money.ts';

/** Formats amounts, mileage and dates for reading aloud; any other value stays as submitted. */
export function formatFact(label: string, value: string): string {
  if (label === 'Odometer' && /^\d+$/.test(value)) return `${Number(value).toLocaleString('en-US')} miles`;
  if (label === 'Offer' && /^\d+$/.test(value)) return formatCents(Number(value));
  const day =
    label === 'Date of loss' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  if (day === undefined || Number.isNaN(day.getTime())) return value;
  return day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
}

const labels: Readonly<Record<string, string>> = {
  vin: 'VIN',
  odometer: 'Odometer',
  date_of_loss: 'Date of loss',
  claim_number: 'Claim no.',
  acv_offer_cents: 'Offer',
};

/** The label of an intake field: `offer.acv_offer_cents` is `Offer`. */
export function fieldLabel(field: string): string {
  const name = field.split('.').at(-1) ?? field;
  return labels[name] ?? humanize(name.charAt(0).toUpperCase() + name.slice(1));
}

/** The states and the District of Columbia, by code. */
export const states: ReadonlyMap<string, string> = new Map(
  (
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
    'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|' +
    'KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|' +
    'MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
    'NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|' +
    'SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|' +
    'WV West Virginia|WI Wisconsin|WY Wyoming'
  )
    .split('|')
    .map((one) => [one.slice(0, 2), one.slice(3)] as const),
);

/** The id of the `<datalist>` that `StateList` renders. */
export const stateListId = 'us-states';

/** "Nevada" and "nv" are NV. Any other text stays as typed, so that the service can reject it. */
export function toStateCode(text: string): string {
  const typed = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  for (const [code, name] of states) if (typed === code.toLowerCase() || typed === name.toLowerCase()) return code;
  return text.trim();
}
