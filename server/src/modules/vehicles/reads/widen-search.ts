import type { ModelRates } from '../market/adjustment-rules.ts';
import { handful, type Area, type Comparable } from '../market/comparable-rules.ts';
import { toTrimKey, type Subject } from '../market/subject-rules.ts';
import { hasMixedTrims, matchTrim, trimKeyOf } from '../market/withheld-rules.ts';

/** The kinds admitted because too few of the subject's own kind were found; a snapshot names them all. */
export type Widening = 'base trim' | 'other trims' | 'newer years' | 'older years' | 'other fuels' | 'market of today';

export type Found = { readonly comparables: readonly Comparable[]; readonly area: Area };

/** Listings of these years; of this trim where one is given. */
export type Find = (years: readonly number[], trimKey: string) => Promise<Found>;

export type Widened = Found & { readonly sameTrim: boolean; readonly widenings: readonly Widening[] };

type About = { readonly subject: Subject; readonly rates: ModelRates | undefined };

const isEnough = ({ comparables }: Found): boolean => comparables.length >= handful;

/**
 * The order of D-028: the year and trim of the subject; its year; newer ones; older ones. Where trims are mixed and that
 * matters, the subject's own trim of other years goes before mixed trims of its year, because prices can be moved by a year
 * and not by a trim.
 */
export async function widenSearch(find: Find, { subject, rates }: About): Promise<Widened> {
  const { year } = subject;
  const trim = toTrimKey(subject);
  const ofTrim = trim === '' ? undefined : await find([year], trim);
  if (ofTrim !== undefined && isEnough(ofTrim)) return { ...ofTrim, sameTrim: true, widenings: [] };
  const ofYear = await find([year], '');
  const matters = ofTrim !== undefined && hasMixedTrims({ ...ofYear, subject, rates });
  if (isEnough(ofYear) && !matters) return named({ ...ofYear, widenings: [] }, subject);
  if (ofTrim !== undefined) {
    const around = await findAround(find, ofTrim, { year, trim });
    if (isEnough(around)) return { ...around, sameTrim: true };
    const ofBase = await findBase(find, { subject, ofYear });
    if (ofBase !== undefined) return named(ofBase, subject);
  }
  if (isEnough(ofYear)) return named({ ...ofYear, widenings: [] }, subject);
  return named(await findAround(find, ofYear, { year, trim: '' }), subject);
}

type Around = Found & { readonly widenings: readonly Widening[] };

/** Listings of the base of a longer trim, such as the Limited of a "Limited X (2-Luxury Group)"; undefined for too few. */
async function findBase(find: Find, { subject, ofYear }: { subject: Subject; ofYear: Found }) {
  const { year, trim = '' } = subject;
  const years = [year, year + 1, year - 1];
  // A trim of one word is its own base.
  if (trim.split(/[\s(),;|]/).filter(Boolean).length < 2) return undefined;
  const exact = toTrimKey(subject);
  const others = ({ comparables }: Found) => comparables.filter((one) => trimKeyOf(one) !== exact);
  const base = matchTrim(trim, others(ofYear)) ?? matchTrim(trim, others(await find(years, '')));
  if (base === undefined) return undefined;
  const own = await find([year], base);
  const around = isEnough(own) ? { ...own, widenings: [] } : await findAround(find, own, { year, trim: base });
  return isEnough(around) ? around : undefined;
}

/** A search of every trim may still have found the subject's own alone, or its base alone. */
function named(found: Around, subject: Subject): Widened {
  const { comparables } = found;
  const exact = toTrimKey(subject);
  if (exact === '') return { ...found, sameTrim: false };
  const key = matchTrim(subject.trim ?? '', comparables) ?? exact;
  const widening = comparables.every((one) => trimKeyOf(one) === exact)
    ? []
    : [comparables.every((one) => trimKeyOf(one) === key) ? ('base trim' as const) : ('other trims' as const)];
  return { ...found, sameTrim: widening.length === 0, widenings: [...widening, ...found.widenings] };
}

/** The year's own, and then newer ones, and then older ones. */
async function findAround(
  find: Find,
  own: Found,
  { year, trim }: { readonly year: number; readonly trim: string },
): Promise<Around> {
  const newer = await find([year, year + 1], trim);
  if (isEnough(newer)) return { ...newer, widenings: ['newer years'] };
  const older = await find([year, year + 1, year - 1], trim);
  const size = older.comparables.length;
  if (size === own.comparables.length) return { ...own, widenings: [] };
  const years = new Set(older.comparables.map((one) => one.year));
  return {
    ...older,
    widenings: [
      ...(years.has(year + 1) ? (['newer years'] as const) : []),
      ...(years.has(year - 1) ? (['older years'] as const) : []),
    ],
  };
}
