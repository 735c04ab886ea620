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
