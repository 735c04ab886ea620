import { enough, freshDays, isSynthetic, method } from '../rules.ts';
import { knownTrim } from '../subject-rules.ts';
import type { Snapshot } from './snapshot-store.ts';

type Covered = Pick<Snapshot, 'subject' | 'radiusMiles' | 'sameTrim' | 'figures' | 'comparables'>;

/** From so many on the figures are those of a market, and not of a handful of cars. */
const handful = 5;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const listings = (number: number): string => count(number, 'listing', 'listings');

/** How the listed prices became the figures. */
export function describeBasis({ subject, figures, comparables }: Covered): string {
  const { odometer } = subject;
  const { slope, capped, sampleSize } = figures;
  if (slope === undefined || odometer === undefined)
    return odometer === undefined
      ? 'The figures are the listed prices as they are: the odometer of this vehicle is not known, so nothing is adjusted.'
      : 'The figures are the listed prices as they are: too few listings say their odometer, so nothing is adjusted.';
  const used = comparables.filter(({ miles }) => miles !== undefined).length;
  const rate = Math.abs(slope * 100).toFixed(1);
  return [
    `The figures are the listed prices adjusted to this vehicle’s ${odometer.toLocaleString('en-US')} miles, at ${rate} cents a mile:`,
    'a listing with more miles counts for more than its price, one with fewer for less.',
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

/** What a caller says before the figures are relied on; empty when there is nothing of the kind. */
export const listCaveats = (snapshot: Covered): string[] => [
  ...sampleCaveats(snapshot),
  ...trimCaveats(snapshot),
  ...yearCaveats(snapshot),
  ...placeCaveats(snapshot),
  ...(snapshot.comparables.some(isSynthetic)
    ? ['Invented listings, for development and tests only: quote nothing.']
    : []),
];

function sampleCaveats({ figures: { sampleSize } }: Covered): string[] {
  if (sampleSize >= enough) return [];
  const found = `Only ${listings(sampleSize)} in the last ${freshDays} days`;
  return sampleSize < handful
    ? [`${found}: single cars, no market. Tell the owner how few, and promise nothing.`]
    : [`${found}: thin. Say the range and how few, never the middle alone.`];
}

function trimCaveats({ sameTrim, subject, comparables }: Covered): string[] {
  const known = knownTrim(subject);
  if (sameTrim && known !== undefined) return [];
  if (sameTrim)
    return [
      `The trim is one of ${subject.trimCandidates.join(', ')}: listings of all of these count. Ask which it is.`,
    ];
  const trims = [...new Set(comparables.flatMap(({ trim }) => trim ?? []))];
  const unnamed = comparables.filter(({ trim }) => trim === undefined).length;
  const others = known === undefined ? trims : trims.filter((trim) => !isSameName(trim, known));
  if (known !== undefined && others.length === 0 && unnamed === 0) return [];
  const named = trims.length === 0 ? 'none of them says which' : trims.slice(0, 4).join(', ');
  const more = trims.length > 4 ? ` and ${trims.length - 4} more` : '';
  return known === undefined
    ? [`The trim of this vehicle is not known: the listings are of every trim (${named}${more}). Ask which it is.`]
    : [`Mixed trims: too few listings say ${known}, so others count too (${named}${more}).`];
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function yearCaveats({ subject, comparables }: Covered): string[] {
  const others = comparables.filter(({ year }) => year !== subject.year);
  if (others.length === 0) return [];
  const years = [...new Set(others.map(({ year }) => year))].toSorted((a, b) => a - b).join(' and ');
  return others.length === comparables.length
    ? [`Other years: no listing is of ${subject.year}; all are of ${years}, and no price is adjusted for that.`]
    : [
        `Other years: ${others.length} of ${comparables.length} listings are of ${years}, and no price is adjusted for that.`,
      ];
}

/** Beyond this nobody drives to look at a car. */
const nearMiles = 100;

function placeCaveats({ radiusMiles, subject }: Covered): string[] {
  if (radiusMiles === undefined)
    return [`No ZIP is known: the listings are from all of ${subject.state ?? 'the state'}.`];
  return radiusMiles > nearMiles ? [`The listings are from up to ${radiusMiles} miles away.`] : [];
}
