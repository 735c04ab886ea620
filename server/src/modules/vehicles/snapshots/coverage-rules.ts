import { enough, handful, isSynthetic } from '../market/comparable-rules.ts';
import { toFuelKey } from '../market/kind-rules.ts';
import { toKey } from '#lib/text/to-key';
import { computeRange, method } from '../market/rules.ts';
import { windowDays } from '../market/window-rules.ts';
import type { Snapshot } from './snapshot-store.ts';

type Covered = Pick<Snapshot, 'method' | 'subject' | 'radiusMiles' | 'sameTrim' | 'search' | 'figures' | 'comparables'>;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const listings = (number: number): string => count(number, 'listing', 'listings');

/** How the listed prices became the figures. */
export function describeBasis(snapshot: Covered): string {
  const { subject, figures, comparables } = snapshot;
  if (figures.withheld.length > 0 && computeRange(snapshot) === undefined)
    return 'The figures are the listed prices as they are: no value is given, so nothing is adjusted.';
  const { odometer } = subject;
  const { slope, yearShare, capped, sampleSize } = figures;
  const byMiles = slope !== undefined && odometer !== undefined;
  const forYear = yearShare === undefined ? [] : [describeYears(yearShare, subject.year)];
  const unadjusted =
    odometer === undefined
      ? 'the odometer of this vehicle is not known, so nothing is adjusted to it.'
      : 'too few listings say their odometer, so nothing is adjusted to it.';
  if (!byMiles)
    return yearShare === undefined
      ? `The figures are the listed prices as they are: ${unadjusted}`
      : [...forYear, `Otherwise they stand as listed: ${unadjusted}`].join(' ');
  const used = comparables.filter(({ miles }) => miles !== undefined).length;
  const rate = Math.abs(slope * 100).toFixed(1);
  return [
    `The figures are the listed prices adjusted to this vehicle’s ${odometer.toLocaleString('en-US')} miles, at ${rate} cents a mile:`,
    'a listing with more miles counts for more than its price, one with fewer for less.',
    describeRates(figures.rates),
    ...forYear,
    ...(capped === 0
      ? []
      : [`${count(capped, 'adjustment was', 'adjustments were')} cut to ${method.share * 100}% of the price.`]),
    ...(used === sampleSize
      ? []
      : [
          `${listings(sampleSize - used)} without an odometer ${sampleSize - used === 1 ? 'is' : 'are'} left out of them.`,
        ]),
  ].join(' ');
}

const describeRates = (rates: Snapshot['figures']['rates']): string =>
  rates === undefined
    ? 'The rate is that of these listings, held to our general table.'
    : `The rate is that of these listings, held to what ${rates.listings} listings of the model show.`;

const describeYears = (yearShare: number, year: number): string =>
  `Prices of other model years are moved to ${year}, by ${(yearShare * 100).toFixed(1)}% a year.`;

/** What a caller says before the figures are relied on; empty when there is nothing of the kind. */
export const listCaveats = (snapshot: Covered): string[] => [
  ...withheldCaveats(snapshot),
  ...sampleCaveats(snapshot),
  ...trimCaveats(snapshot),
  ...fuelCaveats(snapshot),
  ...yearCaveats(snapshot),
  ...placeCaveats(snapshot),
  ...windowCaveats(snapshot),
  ...(snapshot.comparables.some(isSynthetic)
    ? ['Invented listings, for development and tests only: quote nothing.']
    : []),
];

const withheldWords: Readonly<Record<Snapshot['figures']['withheld'][number], string>> = {
  few: `fewer than ${handful} listings`,
  trims: 'other trims, which may differ in price, or an unknown trim',
  'unlisted trim': 'no listing of the stated trim',
  title: 'a branded title',
  fuel: 'listings of another or unknown fuel',
};

function withheldCaveats(snapshot: Covered): string[] {
  const { withheld } = snapshot.figures;
  if (withheld.length === 0) return [];
  const reasons = withheld.map((reason) => withheldWords[reason]).join('; ');
  if (computeRange(snapshot) === undefined) return [`No figure to compare with the offer: ${reasons}.`];
  return withheld.every((reason) => reason === 'trims')
    ? ['Trims differ in price: the range covers all of them. Name a difference only where the offer is outside it.']
    : [`No gap to the offer: ${reasons}.`];
}

function sampleCaveats({ figures: { sampleSize } }: Covered): string[] {
  if (sampleSize >= enough) return [];
  const found = `Only ${listings(sampleSize)} in ${windowDays} days`;
  return sampleSize < handful
    ? [`${found}: too few for a market figure. Tell the owner how few, and promise nothing.`]
    : [`${found}: thin coverage. Give the range and the number of listings, never the median alone.`];
}

function trimCaveats({
  sameTrim,
  search,
  subject: { trim: known = '', trimCandidates },
  comparables,
}: Covered): string[] {
  if (sameTrim) return [];
  if (search.widenings.includes('base trim'))
    return [`Base trim: too few listings say ${known}, so these are ${comparables[0]?.trim ?? 'its base'}.`];
  const trims = [...new Set(comparables.flatMap(({ trim }) => trim ?? []))];
  const unnamed = comparables.filter(({ trim }) => trim === undefined).length;
  const others = known === '' ? trims : trims.filter((trim) => toKey(trim) !== toKey(known));
  if (known !== '' && others.length === 0 && unnamed === 0) return [];
  const named = trims.length === 0 ? 'none of them says which' : trims.slice(0, 4).join(', ');
  const more = trims.length > 4 ? ` and ${trims.length - 4} more` : '';
  if (known !== '') return [`Mixed trims: too few listings say ${known}, so others count too (${named}${more}).`];
  const possible = trimCandidates.length === 0 ? '' : ` By the VIN it may be ${trimCandidates.join(', ')}.`;
  return [
    `The trim of this vehicle is not known: the listings are of every trim (${named}${more}).${possible} Ask which it is.`,
  ];
}

const fuelCaveats = ({ search, subject }: Covered): string[] =>
  search.widenings.includes('other fuels')
    ? [`Other fuels: no listing says ${toFuelKey(subject)}, so these are of others.`]
    : [];

function yearCaveats({ subject, comparables, figures: { yearShare } }: Covered): string[] {
  const others = comparables.filter(({ year }) => year !== subject.year);
  if (others.length === 0) return [];
  const years = [...new Set(others.map(({ year }) => year))].toSorted((a, b) => a - b).join(' and ');
  const moved =
    yearShare === undefined
      ? 'no price is adjusted for that'
      : `prices are adjusted for that by ${(yearShare * 100).toFixed(1)}% a year`;
  return others.length === comparables.length
    ? [`Other years: no listing is of ${subject.year}; all are of ${years}, and ${moved}.`]
    : [`Other years: ${others.length} of ${comparables.length} listings are of ${years}, and ${moved}.`];
}

/** Beyond this distance buyers do not drive to look at a car. */
const nearMiles = 100;

function placeCaveats({ radiusMiles, subject }: Covered): string[] {
  if (radiusMiles === undefined)
    return [`No ZIP is known: the listings are from all of ${subject.state ?? 'the state'}.`];
  return radiusMiles > nearMiles ? [`The listings are from up to ${radiusMiles} miles away.`] : [];
}

/** Whether the market is that of the loss, where it could be. */
function windowCaveats({ search, subject: { dateOfLoss } }: Covered): string[] {
  const { from, until, lossDay } = search.window;
  if (lossDay !== undefined)
    return [`The market around the loss of ${lossDay}: listings seen from ${from} to ${until}.`];
  return search.widenings.includes('market of today')
    ? [`Too few listings are known from around the loss of ${dateOfLoss ?? 'then'}: this is the market of ${until}.`]
    : [];
}
