import { isTimestamp } from '#lib/time/dates';
import { usStates } from '#lib/calling/us-states';
import { findZip } from '../zips/zips.ts';
import { toBodyKey, toDriveKey, toFuelKey } from '../market/kind-rules.ts';
import { toKey } from '#lib/text/to-key';
import { toMakeKey } from '../names/name-rules.ts';
import { BadListing } from './listing-errors.ts';

export type Listing = {
  readonly source: string;
  readonly sourceId: string;
  readonly vin: string | undefined;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  readonly price: number;
  readonly miles: number | undefined;
  readonly branded: boolean;
  readonly state: string | undefined;
  readonly lat: number;
  readonly lon: number;
  readonly dealer: string | undefined;
  /** Where it is advertised. */
  readonly url?: string | undefined;
  /** As keys; empty where its source does not say. */
  readonly fuel?: string;
  readonly body?: string;
  readonly drive?: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
};

type Origin = { readonly source: string; readonly now: Date };

export type RawListing = Readonly<Record<string, unknown>>;

const textMax = 120;
const dayMs = 86_400_000;

/** Reads a row of a file or of the feed as a listing; throws a BadListing when it is not one. */
export function readListing(raw: RawListing, { source, now }: Origin): Listing {
  const vin = readVin(raw);
  const sourceId = textOf(raw, 'id') ?? vin;
  if (sourceId === undefined) throw new BadListing('has neither an id nor a VIN');
  const [make, model] = [textOf(raw, 'make'), textOf(raw, 'model')];
  if (make === undefined || toMakeKey(make) === '') throw new BadListing('make is missing');
  if (model === undefined || toKey(model) === '') throw new BadListing('model is missing');
  const trim = textOf(raw, 'trim');
  const lastSeenAt = timeOf(raw, 'last_seen_at') ?? now;
  // A listing seen in the future would never become old.
  if (lastSeenAt.getTime() > now.getTime() + dayMs) throw new BadListing('last_seen_at is in the future');
  const firstSeenAt = timeOf(raw, 'first_seen_at') ?? lastSeenAt;
  return {
    source,
    sourceId,
    vin,
    year: required(raw, 'year', { min: 1900, max: 2100 }),
    make,
    model,
    trim,
    price: required(raw, 'price', { min: 0, max: 100_000_000 }),
    miles: wholeOf(raw, 'miles', { min: 0, max: 2_000_000 }),
    branded: isBranded(raw),
    ...locationOf(raw),
    dealer: textOf(raw, 'dealer'),
    url: urlOf(raw['url']),
    fuel: toFuelKey({ fuel: textOf(raw, 'fuel'), model, trim }),
    body: toBodyKey(textOf(raw, 'body')),
    drive: toDriveKey(textOf(raw, 'drive')),
    firstSeenAt: firstSeenAt > lastSeenAt ? lastSeenAt : firstSeenAt,
    lastSeenAt,
  };
}

/** Longer addresses belong to searches, not to pages. */
const urlMax = 500;

/** A web address that a browser may open; anything else is left out, since the listing is as good without it. */
function urlOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > urlMax || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return isPlain && href.length <= urlMax ? href : undefined;
}

function readVin(raw: RawListing): string | undefined {
  const vin = textOf(raw, 'vin')?.toUpperCase();
  if (vin !== undefined && !/^[A-Z0-9]{17}$/.test(vin)) throw new BadListing('vin is not 17 letters and digits');
  return vin;
}

function textOf(raw: RawListing, name: string): string | undefined {
  const value = raw[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') throw new BadListing(`${name} is not text`);
  const text = String(value).trim();
  // oxlint-disable-next-line no-control-regex -- the database does not hold the first of them, and nobody reads the rest
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new BadListing(`${name} has control characters`);
  if (text.length > textMax) throw new BadListing(`${name} is longer than ${textMax} characters`);
  return text === '' ? undefined : text;
}

type Bounds = { readonly min: number; readonly max: number };

/** Numbers as files write them: 18995, 18,995, $18,995.00; cents are rounded. */
function wholeOf(raw: RawListing, name: string, { min, max }: Bounds): number | undefined {
  const text = textOf(raw, name)?.replaceAll(/[$,]/g, '');
  if (text === undefined) return undefined;
  const number = /^\d{1,12}(\.\d+)?$/.test(text) ? Math.round(Number(text)) : Number.NaN;
  if (!(number >= min && number <= max)) throw new BadListing(`${name} is not a number from ${min} to ${max}`);
  return number;
}

function required(raw: RawListing, name: string, bounds: Bounds): number {
  const number = wholeOf(raw, name, bounds);
  if (number === undefined) throw new BadListing(`${name} is missing`);
  return number;
}

/** A calendar day, a timestamp, or seconds since 1970 as the feed writes them. */
function timeOf(raw: RawListing, name: string): Date | undefined {
  const text = textOf(raw, name);
  if (text === undefined) return undefined;
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  if (!isTimestamp(text)) throw new BadListing(`${name} is not a date`);
  return new Date(text);
}

const cleanTitles = new Set(['clean', 'clear', '']);
const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

/** By its own member, or by a title that is not clean. */
function isBranded(raw: RawListing): boolean {
  const said = typeof raw['branded'] === 'boolean' ? String(raw['branded']) : textOf(raw, 'branded');
  const branded = said === undefined ? false : words[said.toLowerCase()];
  if (branded === undefined) throw new BadListing('branded is neither true nor false');
  return branded || !cleanTitles.has(textOf(raw, 'title')?.toLowerCase() ?? '');
}

/** Its own coordinates, or the centroid of its ZIP. */
function locationOf(raw: RawListing): Pick<Listing, 'lat' | 'lon' | 'state'> {
  const zip = textOf(raw, 'zip')?.padStart(5, '0');
  const at = zip === undefined ? undefined : findZip(zip);
  const stateText = textOf(raw, 'state')?.toUpperCase();
  const state = usStates.find((one) => one === stateText) ?? at?.state;
  const [lat, lon] = [degrees(raw, 'latitude', 90), degrees(raw, 'longitude', 180)];
  if (lat !== undefined && lon !== undefined) return { lat, lon, state };
  if (at === undefined) throw new BadListing('has neither a known zip nor coordinates');
  return { lat: at.lat, lon: at.lon, state };
}

function degrees(raw: RawListing, name: string, max: number): number | undefined {
  const text = textOf(raw, name);
  if (text === undefined) return undefined;
  const number = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(number) <= max)) throw new BadListing(`${name} is not a number of degrees`);
  return number;
}
