// The data from the layout of a known product, in the same form as data from labels.

import type { IdentityName, ReportContents } from '../schemas.ts';
import type { Segment } from './layout-rules.ts';
import { isSameName, sureEnough, type Chosen } from './rules.ts';
import type { Word } from './word-tables.ts';

type Told<T> = { readonly value: T; readonly words: readonly Word[] };

export type KnownLayout = {
  readonly vehicle:
    | {
        readonly year: number | undefined;
        readonly make: string | undefined;
        readonly model: Told<string>;
        readonly trim: Told<string> | undefined;
        readonly certain: boolean;
      }
    | undefined;
  readonly contents: ReportContents;
};

type KnownVehicle = {
  /** For reports whose own cells for them cannot be separated from the next. */
  readonly year: Chosen<number> | undefined;
  readonly make: Chosen<string> | undefined;
  readonly model: Chosen<string>;
  /** Undefined when none is printed. */
  readonly trim: Chosen<string> | undefined;
  /** Whether year and make are those of the labels. */
  readonly agrees: boolean;
};

type Labelled = {
  readonly year: Chosen<number> | undefined;
  readonly make: Chosen<string> | undefined;
  readonly ocr: boolean;
};

export function chooseKnownVehicle(
  layout: KnownLayout | undefined,
  { year, make, ocr }: Labelled,
): KnownVehicle | undefined {
  const vehicle = layout?.vehicle;
  if (vehicle === undefined) return undefined;
  const chosen = <T>({ value, words }: Told<T>): Chosen<T> => {
    const at = segmentOf(words);
    return { value, at, agreed: true, high: vehicle.certain && (!ocr || at.sure >= sureEnough) };
  };
  const { words } = vehicle.model;
  const agrees =
    (vehicle.year === undefined || year === undefined || vehicle.year === year.value) &&
    (vehicle.make === undefined || make === undefined || isSameName(vehicle.make, make.value));
  return {
    year: vehicle.year === undefined ? undefined : chosen({ value: vehicle.year, words }),
    make: vehicle.make === undefined ? undefined : chosen({ value: vehicle.make, words }),
    model: chosen(vehicle.model),
    trim: vehicle.trim && chosen(vehicle.trim),
    agrees,
  };
}

/** From a wreck to a supercar; anything else is not the value of a vehicle. */
const isValue = (cents: number): boolean => cents >= 10_000 && cents <= 100_000_000;

/** The offer of the sum; certain only when the lines above it add up to it. */
export function chooseKnownOffer({ sum, identities }: ReportContents): Chosen<number> | undefined {
  const line = sum.find(({ name }) => name === 'offer');
  if (line === undefined || !isValue(line.cents.value)) return undefined;
  const { value, page, confidence, box: [x = 0, y = 0, right = 0, bottom = 0] = [] } = line.cents;
  const adds = identities.some(({ name, outcome }) => name === 'offer_adds_up' && outcome === 'passed');
  const at = { page, x, y, right, h: bottom - y, text: '', sure: 100, line: 0, position: 0 };
  return { value, at, agreed: true, high: confidence === 'high' && adds };
}

export const isDoubted = ({ contents }: KnownLayout, identity: IdentityName): boolean =>
  contents.identities.some(({ name, outcome }) => name === identity && outcome === 'failed');

function segmentOf(words: readonly Word[]): Segment {
  const [first] = words;
  const shown = words.filter(({ page, y, h }) => page === first?.page && Math.abs(y - first.y) < h);
  return {
    page: first?.page ?? 1,
    x: first?.x ?? 0,
    y: first?.y ?? 0,
    h: first?.h ?? 0,
    right: Math.max(...shown.map(({ x, w }) => x + w)),
    text: words.map(({ text }) => text).join(' '),
    sure: Math.min(...words.map(({ sure }) => sure)),
    line: 0,
    position: 0,
  };
}
