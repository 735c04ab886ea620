import type { Ctx } from '#context';
import type { BulkSession } from '#platform/db';
import { toKey, toMakeKey } from './keys.ts';
import { analyzeListings, incomingCopy, incomingTable, mergeIncoming, type Merged } from './listing-store.ts';
import type { Listing } from './read-listing.ts';

/** Written to the database in pieces of about this size, each a statement of its own. */
const pieceLength = 262_144;

/** Merged so many at a time: one statement of seconds, and a table that stays in memory. */
const rowsPerMerge = 50_000;

/** Fewer change nothing that the planner goes by. */
const rowsWorthAnalyzing = 1000;

/** Takes listings one by one and stores them in bulk; nothing of them is held. */
export type ListingSink = {
  /** Something to wait for only when a piece is full. */
  add(listing: Listing): Promise<void> | undefined;
};

/** Runs `fill` and stores what it adds: new ones are made, known ones renewed. */
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

/** A line of COPY's text form. */
export function toCopyLine(listing: Listing): string {
  const { source, sourceId, vin, year, make, model, trim, price, miles, branded, state, lat, lon, dealer } = listing;
  const names = `${year}\t${typed(make)}\t${typed(model)}\t${typed(trim)}`;
  const keys = `${toMakeKey(make)}\t${toKey(model)}\t${trim === undefined ? '' : toKey(trim)}`;
  const place = `${state ?? absent}\t${lat}\t${lon}\t${typed(dealer)}`;
  const seen = `${listing.firstSeenAt.toISOString()}\t${listing.lastSeenAt.toISOString()}`;
  return `${typed(source)}\t${typed(sourceId)}\t${vin ?? absent}\t${names}\t${keys}\t${price}\t${miles ?? absent}\t${branded}\t${place}\t${seen}\n`;
}

const absent = '\\N';

/** Control characters never get this far; a backslash is the one character left that COPY reads. */
const typed = (text: string | undefined): string => (text === undefined ? absent : text.replaceAll('\\', '\\\\'));
