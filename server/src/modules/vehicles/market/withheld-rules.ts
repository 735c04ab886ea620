import { percentiles } from '#lib/numbers/statistics';
import { computeSlope, computeYearShare, hasMiles, priceInYear, type ModelRates } from './adjustment-rules.ts';
import { handful, type Comparable } from './comparable-rules.ts';
import { toFuelKey } from './kind-rules.ts';
import { toKey } from '#lib/text/to-key';
import { findBaseTrim } from '../names/name-rules.ts';
import { toTrimKey, type Subject } from './subject-rules.ts';

/**
 * Why figures cannot simply be compared with an offer although listings were found: too few of them, several trims
 * whose prices differ, none of the stated trim, a branded title, or another fuel.
 */
export type Withheld = 'few' | 'trims' | 'unlisted trim' | 'title' | 'fuel';

export const isOfTrims = (reason: Withheld): boolean => reason === 'trims' || reason === 'unlisted trim';

/** Dollars between the medians of two trims; below that the trim hardly matters. */
const trimSpreadMax = 1000;

export type Compared = {
  readonly comparables: readonly Comparable[];
  readonly subject: Subject;
  readonly rates: ModelRates | undefined;
};

/** Empty where the figures of a sample can be compared with an offer (D-028). */
export const listWithheld = (compared: Compared, { spansTrims }: { readonly spansTrims: boolean }): Withheld[] => [
  ...(compared.comparables.length < handful ? (['few'] as const) : []),
  ...(spansTrims ? listTrimReasons(compared) : hasMixedTrimsBefore(compared) ? (['trims'] as const) : []),
  ...(compared.subject.titleBranded === true ? (['title'] as const) : []),
  ...(hasMixedFuels(compared) ? (['fuel'] as const) : []),
];

export const trimKeyOf = ({ trim = '' }: Comparable): string => toKey(trim);

/** Whether the sample is of other trims and that matters. */
export const hasMixedTrims = (compared: Compared): boolean => listTrimReasons(compared).length > 0;

/**
 * A stated trim that no listing has, not even its base, is compared with nothing: what the others cost says little about
 * it. Of a vehicle whose trim is unknown the listed trims must cost much the same, and be all that its VIN allows.
 */
function listTrimReasons({ comparables, subject, rates }: Compared): Withheld[] {
  if (comparables.length === 0) return [];
  const found = new Set(comparables.map(trimKeyOf));
  if (subject.trim !== undefined && toTrimKey(subject) !== '') {
    if (matchTrim(subject.trim, comparables) === undefined) return ['unlisted trim'];
  } else {
    const isNamed = found.size > 1 || !found.has('');
    if (!isNamed || subject.trimCandidates.some((one) => !found.has(toKey(one)))) return ['trims'];
  }
  return found.size > 1 && spreadOfTrims({ comparables, subject, rates }) > trimSpreadMax ? ['trims'] : [];
}

/** The key of the listed trim that a stated one means: its own, or the base of a longer wording. */
export function matchTrim(trim: string, comparables: readonly Comparable[]): string | undefined {
  const listed = new Set(comparables.map(trimKeyOf));
  return listed.has(toKey(trim)) ? toKey(trim) : findBaseTrim(trim, [...listed]);
}

/** As methods up to 2026-11.3 had it: several trims always matter where the vehicle's is unknown, and none has a base. */
function hasMixedTrimsBefore({ comparables, subject, rates }: Compared): boolean {
  const trim = toTrimKey(subject);
  const found = new Set(comparables.map(trimKeyOf));
  if (comparables.length === 0) return false;
  if (trim === '') return found.has('') || new Set([...found, ...subject.trimCandidates.map(toKey)]).size > 1;
  if (!found.has(trim)) return true;
  return found.size > 1 && spreadOfTrims({ comparables, subject, rates }) > trimSpreadMax;
}

/** Between the medians of the cheapest and the dearest trim, at the same miles and year. */
function spreadOfTrims({ comparables, subject: { year }, rates }: Compared): number {
  const withMiles = comparables.filter(hasMiles);
  const medianPrice = medianOf(comparables.map(({ price }) => price));
  const miles = medianOf(withMiles.map((one) => one.miles));
  const slope = withMiles.length === 0 ? 0 : computeSlope(withMiles, medianPrice, rates);
  const yearShare = computeYearShare(comparables, year, rates) ?? 0;
  const groups = Map.groupBy(comparables, trimKeyOf);
  const medians = [...groups.values()].map((group) =>
    medianOf(group.map((one) => priceInYear(one, year, yearShare) + slope * (miles - (one.miles ?? miles)))),
  );
  return Math.max(...medians) - Math.min(...medians);
}

const medianOf = (values: readonly number[]): number => percentiles(values, [0.5])?.[0] ?? 0;

/**
 * Whether the sample may have another fuel than the vehicle. Most listings of gasoline cars do not name their fuel; next to a hybrid or
 * an electric car, whether the vehicle or another listing, such a listing may be the gasoline version.
 */
function hasMixedFuels({ comparables, subject }: Compared): boolean {
  const own = toFuelKey(subject);
  const found = new Set(comparables.map(({ fuel }) => fuel));
  const known = [...found].filter((fuel) => fuel !== undefined);
  const fuels = new Set(own === '' ? known : [own, ...known]);
  const isNamed = [...fuels].some((fuel) => fuel !== 'gasoline' && fuel !== 'diesel');
  return fuels.size > 1 || (isNamed && found.has(undefined));
}
