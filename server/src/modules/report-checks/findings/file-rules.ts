import { isSameMake, mayBeSameModel } from '#modules/market';
import { computeCheckDigit } from '#modules/vehicles';
import type { CheckedReport, Found } from './finding-facts.ts';
import { miles, quote, quoteMiles, quoteText, type Quoted } from './figure-rules.ts';

/** People round what they remember; a difference that moves a price is larger. */
const roundedMiles = 1000;

/** What the report prints beside what our file says, from another source than the report. */
export function checkFile({ reading: { fields }, filed }: CheckedReport): Found[] {
  const { vin } = fields;
  // A report about another vehicle contradicts the file in everything; one finding says so.
  if (vin !== undefined && filed.vin !== undefined && isOther(vin.value, filed.vin))
    return [differs('case_vin', quoteText('VIN', vin), filed.vin)];
  const { year, make, model, trim, odometer, date_of_loss: lossDay } = fields;
  return [
    ...(year === undefined || filed.year === undefined || year.value === filed.year
      ? []
      : [differs('case_year', quote('Year', year, String(year.value)), String(filed.year))]),
    ...(make === undefined || filed.make === undefined || isSameMake(make.value, filed.make)
      ? []
      : [differs('case_make', quoteText('Make', make), filed.make)]),
    ...(model === undefined || filed.model === undefined || mayBeSameModel(model.value, filed.model)
      ? []
      : [differs('case_model', quoteText('Model', model), filed.model)]),
    ...(trim === undefined || filed.trim === undefined || isSameTrim(trim.value, filed.trim)
      ? []
      : [differs('case_trim', quoteText('Trim', trim), filed.trim)]),
    ...(odometer === undefined ||
    filed.odometer === undefined ||
    Math.abs(odometer.value - filed.odometer) <= roundedMiles
      ? []
      : [differs('case_odometer', quoteMiles('Odometer', odometer), miles(filed.odometer))]),
    ...(lossDay === undefined || filed.date_of_loss === undefined || lossDay.value === filed.date_of_loss
      ? []
      : [differs('case_date_of_loss', quoteText('Loss date', lossDay), filed.date_of_loss)]),
  ];
}

const differs = (code: Found['code'], quoted: Quoted, other: string): Found => ({
  kind: 'printed_fact',
  code,
  quoted: [quoted],
  values: { printed: quoted.mark.printed, other },
});

const isOther = (printed: string, filed: string): boolean =>
  filed.toUpperCase() !== printed && computeCheckDigit(filed.toUpperCase()) === 'right';

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** "LE" and "LE Sedan" are the same; so is a name that differs in signs alone. */
export const isSameTrim = (one: string, other: string): boolean => {
  const [first, second] = [keyOf(one), keyOf(other)];
  return first.startsWith(second) || second.startsWith(first);
};
