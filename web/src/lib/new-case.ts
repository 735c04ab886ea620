import type { NewCaseBody } from '#api/types.ts';
import { parseDollars } from './money.ts';
import { stateListId, toStateCode } from './facts.ts';

/** The input, by the path of the request field it becomes. */
export type NewCaseValues = Readonly<Record<string, string>>;

type NewCaseField = {
  readonly path: string;
  readonly label: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly max?: number;
  readonly hint?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
};

export const newCaseFields: readonly { readonly title: string; readonly fields: readonly NewCaseField[] }[] = [
  {
    title: 'Person',
    fields: [
      { path: 'customer.first_name', label: 'First name', max: 80 },
      { path: 'customer.last_name', label: 'Last name', max: 80 },
      {
        path: 'customer.phone',
        label: 'Phone',
        type: 'tel',
        required: true,
        max: 30,
        hint: 'The number they’re calling from.',
      },
      { path: 'customer.email', label: 'Email', type: 'email', max: 254, hint: 'A call doesn’t verify it.' },
    ],
  },
  {
    title: 'Vehicle',
    fields: [
      { path: 'vehicle.vin', label: 'VIN', max: 17 },
      { path: 'vehicle.odometer', label: 'Odometer', max: 9 },
      { path: 'vehicle.year', label: 'Year', max: 4 },
      { path: 'vehicle.make', label: 'Make', max: 60 },
      { path: 'vehicle.model', label: 'Model', max: 80 },
      { path: 'vehicle.trim', label: 'Trim', max: 80 },
    ],
  },
  {
    title: 'Loss',
    fields: [
      { path: 'loss.date_of_loss', label: 'Date of loss', type: 'date' },
      { path: 'loss.loss_state', label: 'State', max: 30, list: stateListId },
      { path: 'loss.zip', label: 'ZIP', max: 10 },
    ],
  },
  {
    title: 'Insurer’s offer',
    fields: [
      { path: 'offer.insurer', label: 'Insurer', max: 120 },
      { path: 'offer.claim_number', label: 'Claim no.', max: 60 },
      { path: 'offer.acv_offer_cents', label: 'Offer', max: 14, hint: 'In dollars, as the caller reads it.' },
    ],
  },
];

/** Invalid numbers are sent as typed, so that the service's message appears next to the field. */
function toValue(path: string, text: string): unknown {
  if (path === 'vehicle.year' || path === 'vehicle.odometer') {
    const digits = text.replaceAll(',', '');
    return /^\d+$/.test(digits) ? Number(digits) : text;
  }
  if (path === 'offer.acv_offer_cents') return parseDollars(text) ?? text;
  return path === 'loss.loss_state' ? toStateCode(text) : text;
}

type Said = { readonly agreed: boolean; readonly readBack: boolean; readonly lifts: boolean; readonly version: string };

/** The request for the typed fields and the caller's answers; empty fields are left out. */
export function buildNewCase(values: NewCaseValues, said: Said): NewCaseBody {
  const body: Record<string, Record<string, unknown>> = { customer: {} };
  for (const [path, typed] of Object.entries(values)) {
    const text = typed.trim();
    const [group, name] = path.split('.');
    if (text === '' || group === undefined || name === undefined) continue;
    body[group] = { ...body[group], [name]: toValue(path, text) };
  }
  return {
    ...body,
    wording_version: said.version,
    agreed: said.agreed,
    number_read_back: said.readBack,
    ...(said.lifts ? { lift_do_not_contact: true } : {}),
  } as unknown as NewCaseBody;
}
