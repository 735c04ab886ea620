import type { FiguredSnapshot } from '#modules/market';
import type { Licence } from './facts.ts';
import { adviceText, licensingStates, opinionText, unlicensedText } from './nature-data.ts';

/** What the document is and is not, by the state of the loss and the licence that was set for it. */
export function natureOf(state: string | undefined, licence: Licence | undefined): string[] {
  if (licence !== undefined) {
    const until = licence.until === undefined ? '' : `, valid until ${licence.until}`;
    return [opinionText, `It is made under licence ${licence.number}${until}.`, adviceText];
  }
  const licensing = state === undefined ? undefined : licensingStates[state.toUpperCase()];
  if (licensing === undefined) return [opinionText, unlicensedText];
  const { name, law } = licensing;
  return [
    opinionText,
    unlicensedText,
    `${name} licenses who appraises damage to motor vehicles for insurance claims (${law}). No such licence was used here: ` +
      'this document says what comparable vehicles were offered for, and your insurer need not accept it as an appraisal.',
  ];
}

/** From so many listings on the market read calls its coverage good. */
const enoughListings = 12;

type Limited = { readonly figured: FiguredSnapshot; readonly year: number | undefined; readonly leftOut: number };

/** What the figure does not show, each only where it is so. */
export function limitsOf({ figured, year, leftOut }: Limited): string[] {
  const { lines, figures, subject, sameTrim, synthetic } = figured;
  const otherYears = lines.some(({ comparable }) => comparable.year !== (year ?? subject.year));
  // A read of every trim may still have found the vehicle's own alone.
  const otherTrims = !sameTrim && lines.some(({ comparable }) => !isSameName(comparable.trim, subject.trim));
  const uncounted = figures.slope === undefined ? 0 : lines.filter(({ move }) => move === undefined).length;
  const few = lines.length < enoughListings;
  return [
    ...(synthetic
      ? ['Made from synthetic listings, for development and tests only. It says nothing about a real market.']
      : []),
    'The prices are what sellers asked, not what buyers paid.',
    'Nobody has inspected the vehicle for this. Its condition, options and earlier damage are not in the figure.',
    ...(few
      ? [
          `There are only ${listings(lines.length)} to compare with. The fewer there are, the less certain the figure is.`,
        ]
      : []),
    ...(otherTrims ? ['Listings of other trims of the model are among the comparables.'] : []),
    ...(otherYears ? ['Listings of a model year before or after it are among the comparables.'] : []),
    adjustmentLimit(figured),
    ...(uncounted === 0 ? [] : [`Not counted in the figure, for want of an odometer reading: ${listings(uncounted)}.`]),
    ...(leftOut === 0 ? [] : [`Left out of the market read, each for the reason given: ${listings(leftOut)}.`]),
  ];
}

const isSameName = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

const listings = (count: number): string => (count === 1 ? '1 listing' : `${count} listings`);

function adjustmentLimit({ figures, subject }: FiguredSnapshot): string {
  if (figures.slope !== undefined)
    return 'The odometer is the only difference between the vehicles that prices are adjusted for.';
  return subject.odometer === undefined
    ? 'The odometer reading of the vehicle is not known, so no price is adjusted.'
    : 'Too few listings say their odometer reading, so no price is adjusted.';
}
