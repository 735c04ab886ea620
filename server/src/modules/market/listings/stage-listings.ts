import type { Ctx } from '#context';
import type { BulkSession } from '#platform/db';
import { analyzeListings, incomingCopy, incomingTable, mergeIncoming, type Merged } from './listing-store.ts';
import type { Listing } from './read-listing.ts';
import { toCopyLine } from './to-copy-line.ts';

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
