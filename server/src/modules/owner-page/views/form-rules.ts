import type { ConsultationFacts, CustomerFacts } from '#modules/consultations';

/** The customer's typed corrections. An empty field means no change. */
export type TypedFacts = {
  readonly vin?: string | undefined;
  readonly odometer?: string | undefined;
  readonly offer?: string | undefined;
  readonly zip?: string | undefined;
};

export type TypedField = keyof TypedFacts;
const typedFields = ['vin', 'odometer', 'offer', 'zip'] as const satisfies readonly TypedField[];

export type ReadFacts = { readonly values: CustomerFacts; readonly wrong: readonly TypedField[] };

const odometerMost = 2_000_000;
const offerMostCents = 100_000_000;

/** The values in their stored spelling, without those we already know, and the fields that are invalid. */
export function readTyped(typed: TypedFacts, { facts, customer }: ConsultationFacts): ReadFacts {
  const read = {
    vin: readWith(typed.vin, (text) => toVin(text)),
    odometer: readWith(typed.odometer, (text) => toWhole(text, odometerMost)),
    offer: readWith(typed.offer, (text) => toCents(text)),
    zip: readWith(typed.zip, (text) => /^\d{5}(?=(-\d{4})?$)/.exec(text)?.[0]),
  };
  const changed = <T>(value: T | 'wrong' | undefined, known: T | undefined, said: T | undefined): T | undefined =>
    value === undefined || value === 'wrong' || value === (said ?? known) ? undefined : value;
  return {
    values: {
      vin: changed(read.vin, facts.vin?.value, customer.vin?.value),
      odometer: changed(read.odometer, facts.odometer?.value, customer.odometer?.value),
      offer_cents: changed(read.offer, facts.offer_cents?.value, customer.offer_cents?.value),
      zip: changed(read.zip, facts.zip?.value, customer.zip?.value),
    },
    wrong: typedFields.filter((field) => read[field] === 'wrong'),
  };
}

function readWith<T>(typed: string | undefined, read: (text: string) => T | undefined): T | 'wrong' | undefined {
  const text = typed?.trim() ?? '';
  return text === '' ? undefined : (read(text) ?? 'wrong');
}

function toVin(text: string): string | undefined {
  const vin = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? vin : undefined;
}

function toWhole(text: string, most: number): number | undefined {
  const digits = text.replaceAll(/[,\s]|mi(les?|llas?)?\.?$/gi, '');
  return /^\d{1,7}$/.test(digits) && Number(digits) <= most ? Number(digits) : undefined;
}

function toCents(text: string): number | undefined {
  const amount = text.replaceAll(/[$,\s]/g, '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(amount)) return undefined;
  const cents = Math.round(Number(amount) * 100);
  return cents > 0 && cents <= offerMostCents ? cents : undefined;
}
