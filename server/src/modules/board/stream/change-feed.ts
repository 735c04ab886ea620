import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { firstIdAt } from '#lib/tokens/ids';
import {
  type FeedCursor,
  findLogEnds,
  listActionsAfter,
  listClosingsAfter,
  listConsultationsOf,
  listEventsAfter,
  listHoldChanges,
  listRepliesAfter,
} from './change-store.ts';
import { formatCursor, toCursorOf, lateCommitS, maxListeners } from './rules.ts';

export type Change = { readonly cursor: string; readonly cases: readonly string[] };
type Listener = { notify(change: Change): void; close(): void };
type Parts = Pick<Ctx, 'db' | 'clock' | 'log'>;

/** How often a process polls, for any number of listeners: a change is on every screen well within a second. */
const pollMs = 250;
/** More than a busy second brings; the rest is read in the next round. */
const rowsPerTurn = 500;
/** The number of last changed holds: more than change within the time in which a late commit appears. */
const holdsPerTurn = 100;
/** A board that was disconnected for longer reads everything again. */
const resumeS = 3600;

/**
 * Notifies every open board of the consultations that changed. One loop per process reads the event log, the audit
 * trail, the replies, the closings and the card holds, only while a board listens.
 */
export class ChangeFeed {
  readonly #parts: Parts;
  readonly #before: () => Promise<void>;
  readonly #listeners = new Set<Listener>();
  /** Already sent changes of the last seconds, because the range in which late commits appear is read again. */
  #notified = new Set<string>();
  #seq: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failing = false;

  /** `before` runs before listeners are notified, and when the first one begins to listen. */
  constructor(parts: Parts, before: () => Promise<void> = async () => undefined) {
    this.#parts = parts;
    this.#before = before;
  }

  /** Whether the feed is polling and has refreshed since it started. */
  get isWatching(): boolean {
    return this.#timer !== undefined && this.#seq !== undefined && !this.#failing;
  }

  get isFull(): boolean {
    return this.#stopped || this.#listeners.size >= maxListeners;
  }

  /** Starts listening; returns the function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#schedule(0);
    return () => void this.#listeners.delete(listener);
  }

  /** What changed since the cursor of a board; undefined when that is too long ago. */
  async since(cursor: FeedCursor): Promise<Change | undefined> {
    const { db, clock } = this.#parts;
    const from = addSeconds(clock.now(), -resumeS);
    if (cursor.eventId < firstIdAt('evt', from)) return undefined;
    const [events, actions, others, holds] = await Promise.all([
      listEventsAfter(db, { after: cursor.eventId, from, limit: rowsPerTurn }),
      listActionsAfter(db, cursor.seq, rowsPerTurn),
      listOthersAfter(db, cursor.eventId),
      // It is unknown which of them the board has seen; reading a case once more does no harm.
      listHoldChanges(db, holdsPerTurn),
    ]);
    if ([events, actions, others].some(({ length }) => length >= rowsPerTurn)) return undefined;
    const subjects = [
      ...[...events, ...actions].flatMap((row) => row.subject_id ?? []),
      ...casesOf([...others, ...holds]),
    ];
    return {
      cursor: formatCursor({ eventId: events.at(-1)?.id ?? cursor.eventId, seq: actions.at(-1)?.seq ?? cursor.seq }),
      cases: await listConsultationsOf(db, [...new Set(subjects)]),
    };
  }

  /** Ends every stream, so that the server can close. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.close();
    this.#listeners.clear();
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#poll(), delayMs);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      await this.#readLogs();
      this.#failing = false;
    } catch (error) {
      this.#failing = true;
      this.#parts.log.warn({ err: error }, 'board.feed-failed');
    }
    if (this.#stopped) return;
    if (this.#listeners.size > 0) return this.#schedule(pollMs);
    // No board listens: the next listener begins at the ends of the logs.
    this.#timer = undefined;
    this.#seq = undefined;
  }

  async #readLogs(): Promise<void> {
    const { db, clock } = this.#parts;
    const first = this.#seq === undefined;
    const from = addSeconds(clock.now(), -lateCommitS);
    const floor = firstIdAt('evt', from);
    const before = this.#seq ?? (await findLogEnds(db)).seq;
    const [events, actions, others, holds] = await Promise.all([
      listEventsAfter(db, { after: floor, from, limit: rowsPerTurn }),
      listActionsAfter(db, before, rowsPerTurn),
      listOthersAfter(db, floor),
      listHoldChanges(db, holdsPerTurn),
    ]);
    const seq = actions.at(-1)?.seq ?? before;
    const isFresh = ({ id }: { readonly id: string }) => !this.#notified.has(id);
    const subjects = [
      ...[...events.filter(isFresh), ...actions].flatMap((row) => row.subject_id ?? []),
      ...casesOf([...others, ...holds].filter(isFresh)),
    ];
    const cases = first ? [] : await listConsultationsOf(db, [...new Set(subjects)]);
    // Changes were missed while no board listened, so the first round refreshes too.
    if (first || cases.length > 0) await this.#before();
    const cursor = formatCursor({ eventId: events.at(-1)?.id ?? floor, seq });
    if (cases.length > 0) for (const listener of this.#listeners) listener.notify({ cursor, cases });
    // Advanced last, so that changes of a failed round are read again in the next one.
    this.#seq = seq;
    this.#notified = new Set([...events, ...others, ...holds].map(({ id }) => id));
  }
}

/** Replies, closings and reopenings since then. */
const listOthersAfter = async (db: Parts['db'], eventId: string) =>
  (
    await Promise.all([
      listRepliesAfter(db, toCursorOf('rpl', eventId), rowsPerTurn),
      listClosingsAfter(db, toCursorOf('clo', eventId), rowsPerTurn),
    ])
  ).flat();

const casesOf = (rows: readonly { readonly case_ids: readonly string[] }[]): string[] =>
  rows.flatMap(({ case_ids: ids }) => ids);
