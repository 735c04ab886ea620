import type { FiguredSnapshot } from '#modules/market';
import type { Licence } from './facts.ts';
import { licensingStates } from './nature-data.ts';
import { storedWords } from './stored-words.ts';

/** What is signed is in English. */
const words = storedWords.en;

/** What the document is and is not, by the state of the loss and the licence that was set for it. */
export function natureOf(state: string | undefined, licence: Licence | undefined): string[] {
  if (licence !== undefined) {
    const { number, until } = licence;
    return [
      words.opinion,
      until === undefined ? words.licence(number) : words.licenceUntil(number, until),
      words.advice,
    ];
  }
  const licensing = state === undefined ? undefined : licensingStates[state.toUpperCase()];
  if (licensing === undefined) return [words.opinion, words.unlicensed];
  return [words.opinion, words.unlicensed, words.licensing(licensing.name, licensing.law)];
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
  return [
    ...(synthetic ? [words.synthetic] : []),
    words.asked,
    words.inspected,
    ...(lines.length < enoughListings ? [words.few(listings(lines.length))] : []),
    ...(otherTrims ? [words.otherTrims] : []),
    ...(otherYears ? [words.otherYears] : []),
    ...(figures.withheld.includes('title') ? [words.branded] : []),
    ...(figures.withheld.includes('fuel') ? [words.otherFuels] : []),
    adjustmentLimit(figured),
    ...(uncounted === 0 ? [] : [words.uncounted(listings(uncounted))]),
    ...(leftOut === 0 ? [] : [words.leftOut(listings(leftOut))]),
  ];
}

const isSameName = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

const listings = (count: number): string => (count === 1 ? words.oneListing : words.listings(String(count)));

function adjustmentLimit({ figures, subject }: FiguredSnapshot): string {
  if (figures.slope !== undefined) return figures.yearShare === undefined ? words.odometerOnly : words.odometerAndYear;
  if (figures.yearShare !== undefined) return words.yearOnly;
  return subject.odometer === undefined ? words.odometerUnknown : words.odometerRare;
}
