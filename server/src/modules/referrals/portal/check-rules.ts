import { computeCheckDigit, listModelYears, toMakeKey, type DecodedVin } from '#modules/vehicles';
import type { CheckedDraft } from './list-schemas.ts';

type Warning = CheckedDraft['warnings'][number];

type Members = Readonly<Record<string, unknown>>;

/** A group of a draft, of which nothing is known. */
function groupOf(draft: unknown, name: string): Members {
  const group = draft !== null && typeof draft === 'object' ? (draft as Members)[name] : undefined;
  return group !== null && typeof group === 'object' ? (group as Members) : {};
}

/** The VIN of a draft as far as it is typed, without what people put between its characters. */
export function readDraftVin(draft: unknown): string {
  const { vin } = groupOf(draft, 'vehicle');
  if (typeof vin !== 'string' || vin.length > 40) return '';
  const text = vin.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-HJ-NPR-Z0-9]{1,17}$/.test(text) ? text : '';
}

export const isWholeVin = (vin: string): boolean => vin.length === 17;

const threeYearsMs = 3 * 365.25 * 86_400_000;

/** What is odd about a draft. None of it is a reason to refuse: there are cars without a check digit, and late claims. */
export function warningsOf(
  draft: unknown,
  { decoded, now }: { decoded: DecodedVin | undefined; now: Date },
): Warning[] {
  return [...vehicleWarnings(draft, decoded), ...lossWarnings(draft, now), ...moneyWarnings(draft)];
}

function vehicleWarnings(draft: unknown, decoded: DecodedVin | undefined): Warning[] {
  const { year, make } = groupOf(draft, 'vehicle');
  const vin = readDraftVin(draft);
  const warnings: Warning[] = [];
  if (!isWholeVin(vin)) return warnings;
  if (computeCheckDigit(vin) === 'wrong')
    warnings.push({
      path: 'vehicle.vin',
      code: 'vin_check_digit',
      message: 'The check digit does not fit. Compare the VIN, character by character.',
    });
  const years = listModelYears(vin);
  if (typeof year === 'number' && years.length > 0 && !years.includes(year))
    warnings.push({ path: 'vehicle.year', code: 'vin_year', message: `By the VIN it is ${years.join(' or ')}.` });
  const said = decoded?.make;
  if (said !== undefined && typeof make === 'string' && make.trim() !== '' && toMakeKey(make) !== toMakeKey(said))
    warnings.push({ path: 'vehicle.make', code: 'vin_make', message: `By the VIN it is ${said}.` });
  return warnings;
}

function lossWarnings(draft: unknown, now: Date): Warning[] {
  const { date_of_loss: day } = groupOf(draft, 'claim');
  const age = typeof day === 'string' ? now.getTime() - Date.parse(day) : NaN;
  const path = 'claim.date_of_loss';
  if (age < 0) return [{ path, code: 'loss_in_future', message: 'This day is still to come.' }];
  if (age > threeYearsMs) return [{ path, code: 'loss_long_ago', message: 'This is more than three years ago.' }];
  return [];
}

function moneyWarnings(draft: unknown): Warning[] {
  const { initial_offer_cents: offer } = groupOf(draft, 'claim');
  const { loan_payoff_cents: payoff } = groupOf(draft, 'liability');
  if (typeof offer !== 'number' || typeof payoff !== 'number' || offer <= payoff) return [];
  const message = 'The offer is above the loan payoff. Compare both, if you expected a gap.';
  return [{ path: 'claim.initial_offer_cents', code: 'offer_above_payoff', message }];
}
