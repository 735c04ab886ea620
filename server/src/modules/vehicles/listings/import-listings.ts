import type { Ctx } from '#context';
import { parseCsvRecord } from '#lib/csv/csv-record';
import { readLines, type TextLine } from '#lib/text/text-lines';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import type { BulkSession } from '#platform/db';
import { momentsOf, storedDays, todaysWindow } from '../market/window-rules.ts';
import { BadListing } from './listing-errors.ts';
import {
  analyzeListings,
  deletePastListings,
  incomingCopy,
  incomingTable,
  mergeIncoming,
  retireListings,
  type Merged,
} from './listing-store.ts';
import { readListing, type Listing, type RawListing } from './read-listing.ts';
import { toKey } from '#lib/text/to-key';
import { toMakeKey, toModelKey } from '../names/name-rules.ts';

/** A line of COPY's text format. */
function toCopyLine(listing: Listing): string {
  const { source, sourceId, vin, year, make, model, trim, price, miles, branded, state, lat, lon, dealer, url } =
    listing;
  const kind = `${listing.fuel ?? ''}\t${listing.body ?? ''}\t${listing.drive ?? ''}`;
  const names = `${year}\t${typed(make)}\t${typed(model)}\t${typed(trim)}`;
  const keys = `${toMakeKey(make)}\t${toModelKey(make, model)}\t${trim === undefined ? '' : toKey(trim)}`;
  const location = `${state ?? absent}\t${lat}\t${lon}\t${typed(dealer)}`;
  const seen = `${listing.firstSeenAt.toISOString()}\t${listing.lastSeenAt.toISOString()}`;
  return `${typed(source)}\t${typed(sourceId)}\t${vin ?? absent}\t${names}\t${keys}\t${price}\t${miles ?? absent}\t${branded}\t${location}\t${seen}\t${typed(url)}\t${kind}\n`;
}

const absent = '\\N';

/** Control characters were refused before; the backslash is the only character left that COPY interprets. */
const typed = (text: string | undefined): string => (text === undefined ? absent : text.replaceAll('\\', '\\\\'));

export type ListingFormat = 'csv' | 'ndjson';

type ListingImport = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly format: ListingFormat;
  /** Where the listings come from; ids are unique within it. */
  readonly source: string;
};

type Imported = {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly bad: number;
  /** The first hundred invalid lines. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

/** Longer than any listing. */
const lineBytesMax = 65_536;
/** A quoted field may span lines; one that is never closed must not consume the rest of the file. */
const recordLinesMax = 20;
const problemsMax = 100;

/** Streams a file of listings into the store; an invalid line is counted and left out. */
export async function importListings(ctx: Ctx, { chunks, format, source }: ListingImport): Promise<Imported> {
  const reader = new FileReader(format, { source, now: ctx.clock.now() });
  const { created, updated } = await stageListings(ctx, async (sink) => {
    for await (const lines of readLines(chunks, lineBytesMax)) {
      for (const line of lines) {
        const listing = reader.read(line);
        const busy = listing && sink.add(listing);
        if (busy) await busy;
      }
    }
    reader.end();
  });
  const { good, bad, problems } = reader;
  return { rows: good + bad, created, updated, bad, problems };
}

class FileReader {
  readonly #format: ListingFormat;
  readonly #origin: { readonly source: string; readonly now: Date };
  readonly problems: { line: number; message: string }[] = [];
  good = 0;
  bad = 0;
  #columns: readonly string[] | undefined;
  /** A record whose quoted field is still open at the end of a line. */
  #open: { line: number; lines: number; text: string } | undefined;

  constructor(format: ListingFormat, origin: { readonly source: string; readonly now: Date }) {
    this.#format = format;
    this.#origin = origin;
  }

  read({ line, text }: TextLine): Listing | undefined {
    const at = this.#open?.line ?? line;
    try {
      if (text === undefined) throw new BadListing('is too long or not UTF-8');
      if (text.trim() === '' && this.#open === undefined) return undefined;
      const raw = this.#format === 'csv' ? this.#readRecord(line, text) : readObject(text);
      if (raw === undefined) return undefined;
      const listing = readListing(raw, this.#origin);
      this.good += 1;
      return listing;
    } catch (error) {
      if (!(error instanceof BadListing)) throw error;
      this.#open = undefined;
      this.#note(at, error.message);
      return undefined;
    }
  }

  end(): void {
    if (this.#open !== undefined) this.#note(this.#open.line, 'has a quote that is never closed');
  }

  #note(line: number, message: string): void {
    this.bad += 1;
    if (this.problems.length < problemsMax) this.problems.push({ line, message });
  }

  /** The first record has the column names; undefined for it, and for a line that is only a part of a record. */
  #readRecord(line: number, text: string): RawListing | undefined {
    const record = this.#open === undefined ? text : `${this.#open.text}\n${text}`;
    const fields = parseCsvRecord(record);
    if (fields === undefined) {
      const lines = (this.#open?.lines ?? 0) + 1;
      if (lines > recordLinesMax || record.length > lineBytesMax)
        throw new BadListing('has a quote that is never closed');
      this.#open = { line: this.#open?.line ?? line, lines, text: record };
      return undefined;
    }
    this.#open = undefined;
    if (this.#columns === undefined) {
      this.#columns = fields.map(toColumn);
      return undefined;
    }
    if (fields.length !== this.#columns.length)
      throw new BadListing(`has ${fields.length} fields, not ${this.#columns.length}`);
    return Object.fromEntries(this.#columns.map((column, index) => [column, fields[index]]));
  }
}

/** Column names that files use for the same member. */
const columnNames: Readonly<Record<string, string>> = {
  source_id: 'id',
  listing_id: 'id',
  mileage: 'miles',
  odometer: 'miles',
  zip_code: 'zip',
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  dealer_name: 'dealer',
  title_status: 'title',
  fuel_type: 'fuel',
  body_type: 'body',
  body_style: 'body',
  drivetrain: 'drive',
  drive_type: 'drive',
};

function toColumn(name: string): string {
  const known = name
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase();
  return columnNames[known] ?? known;
}

function readObject(text: string): RawListing {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadListing('is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BadListing('is not an object');
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toColumn(name), member as unknown]));
}

/** Rows are sent to the database in pieces of about this size, each a statement of its own. */
const pieceLength = 262_144;

/** Rows per merge: one statement of seconds, and a table that stays in memory. */
const rowsPerMerge = 50_000;

/** Fewer rows do not change the planner's statistics enough to matter. */
const rowsWorthAnalyzing = 1000;

/** Takes listings one by one and stores them in bulk; they are not held in memory. */
type ListingSink = {
  /** Returns a promise only when a piece is full and must be sent. */
  add(listing: Listing): Promise<void> | undefined;
};

/** Runs `fill` and stores what it adds: new listings are inserted, known ones updated. */
export function stageListings(ctx: Pick<Ctx, 'db'>, fill: (sink: ListingSink) => Promise<void>): Promise<Merged> {
  return ctx.db.inBulk(async (session) => {
    await session.run({ text: incomingTable, values: [] });
    const stage = new Stage(session);
    await fill(stage);
    await stage.merge();
    if (stage.created + stage.updated >= rowsWorthAnalyzing) await session.run(analyzeListings);
    return { created: stage.created, updated: stage.updated };
  });
}

class Stage implements ListingSink {
  readonly #session: BulkSession;
  #piece = '';
  #rows = 0;
  created = 0;
  updated = 0;

  constructor(session: BulkSession) {
    this.#session = session;
  }

  add(listing: Listing): Promise<void> | undefined {
    this.#piece += `${this.#rows}\t${toCopyLine(listing)}`;
    this.#rows += 1;
    if (this.#rows >= rowsPerMerge) return this.merge();
    return this.#piece.length >= pieceLength ? this.#send() : undefined;
  }

  async merge(): Promise<void> {
    await this.#send();
    if (this.#rows === 0) return;
    this.#rows = 0;
    const { created, updated } = await mergeIncoming(this.#session);
    this.created += created;
    this.updated += updated;
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    if (piece !== '') await this.#session.copy(incomingCopy, piece);
  }
}

/**
 * Takes listings out of the searched table that no read of today looks back to, and deletes past ones that no read around a
 * loss does; returns how many of both. Snapshots contain their own comparables, so no figure that was ever shown depends
 * on these rows.
 */
export async function purgeListings(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const retired = await retireListings(ctx.db, momentsOf(todaysWindow(now)).from, limit);
  const oldest = addDays(startOfDay(dayOf(now)), 1 - storedDays);
  const deleted = await deletePastListings(ctx.db, oldest, limit);
  return retired.length + deleted.length;
}
