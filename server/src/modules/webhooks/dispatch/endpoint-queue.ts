import { endpointCap, type Lane, type PendingDelivery } from '../delivery/rules.ts';
import type { EndpointInForce } from '../endpoint-store.ts';
import { capAtFirst, capWhenFailing, endpointFreshMs, failuresTolerated, rowsAhead, silentAfter } from './rules.ts';

/** How far the rows of a queue have been read, in their order. */
type Cursor = { readonly due: Date; readonly id: string };

type HeldRows = { count: number };

type Reading = {
  readonly rows: readonly PendingDelivery[];
  /** When the first row that was not due yet will be. */
  readonly next: Date | null;
  /** As of when the rows were read. */
  readonly now: Date;
  /** Whether a row has been recorded since, so that the reading is outdated. */
  readonly isOver: (id: string) => boolean;
};

/** One lane of an endpoint: its rows in memory, and where the rest begins in the table. */
class LaneQueue {
  rows: PendingDelivery[] = [];
  cursor: Cursor;
  /** When the next row outside memory is due; Infinity when there is none. */
  nextDue = Infinity;
  /** The earliest time noted since the last reading began, which does not include it. */
  #noted = Infinity;

  constructor(firstDue: Date) {
    this.cursor = justBefore(firstDue);
  }

  /** A row is due at that time, perhaps before the last row read, so reading starts again from there. */
  note(due: Date): void {
    this.#noted = Math.min(this.#noted, due.getTime());
    this.nextDue = Math.min(this.nextDue, due.getTime());
    if (due <= this.cursor.due) this.cursor = justBefore(due);
  }

  beginReading(): Cursor {
    this.#noted = Infinity;
    return this.cursor;
  }

  /** The rows after the cursor have been read; rows noted in the meantime are still unread. */
  endReading(cursor: Cursor, nextDue: number): void {
    this.cursor = cursor;
    this.nextDue = nextDue;
    if (this.#noted !== Infinity) this.note(new Date(this.#noted));
  }
}

const justBefore = (due: Date): Cursor => ({ due: new Date(due.getTime() - 1), id: '' });

/** A process's state for an endpoint it delivers to, in memory only. */
export class EndpointQueue {
  readonly id: string;
  readonly shard: number;
  /** As of `readAt`, on the steady clock; undefined also when it was deleted. */
  endpoint: EndpointInForce | undefined;
  readAt = -Infinity;
  readonly #lanes = new Map<Lane, LaneQueue>();
  /** Held, in progress or being recorded, so not to be begun again. */
  readonly #known = new Set<string>();
  readonly #running: Record<Lane, number> = { live: 0, replay: 0 };
  #cap = capAtFirst;
  #failures = 0;
  /** Attempts begun since the endpoint last responded, and when the first of these began. */
  #unanswered = 0;
  #unansweredSince = 0;

  /** Rows held by all queues of the process. */
  readonly #total: HeldRows;

  constructor(id: string, shard: number, total: HeldRows = { count: 0 }) {
    this.id = id;
    this.shard = shard;
    this.#total = total;
  }

  /** Whether the endpoint must be read again before an attempt. */
  get isStale(): boolean {
    return performance.now() - this.readAt > endpointFreshMs;
  }

  /** A row of this lane that is not held yet is due at that time. */
  note(lane: Lane, due: Date): void {
    const queue = this.#lanes.get(lane) ?? new LaneQueue(due);
    this.#lanes.set(lane, queue);
    queue.note(due);
  }

  /** Whether a row is due at this time and there is room for it. */
  isHungry(lane: Lane, now: Date): boolean {
    const queue = this.#lanes.get(lane);
    return queue !== undefined && queue.nextDue <= now.getTime() && queue.rows.length <= rowsAhead / 2;
  }

  /** Where to continue reading, if the lane has room; `add` follows. */
  readsFrom(lane: Lane, now: Date): Cursor | undefined {
    return this.isHungry(lane, now) ? this.#lanes.get(lane)?.beginReading() : undefined;
  }

  /** Adds the rows read from the cursor on. */
  add(lane: Lane, { rows, next, now, isOver }: Reading): void {
    const queue = this.#lanes.get(lane);
    if (queue === undefined) return;
    for (const row of rows) {
      if (this.#known.has(row.id) || isOver(row.id)) continue;
      this.#known.add(row.id);
      queue.rows.push(row);
      this.#total.count += 1;
    }
    // A late commit may be due before the held rows.
    queue.rows.sort((one, other) => one.due_at.getTime() - other.due_at.getTime() || (one.id < other.id ? -1 : 1));
    const last = rows.at(-1);
    const isFull = rows.length === rowsAhead;
    queue.endReading(
      last === undefined ? queue.cursor : { due: last.due_at, id: last.id },
      isFull ? now.getTime() : (next?.getTime() ?? Infinity),
    );
  }

  /** The next row to begin, which counts as in progress from now on. */
  begin(lane: Lane): PendingDelivery | undefined {
    if (!this.mayBegin(lane)) return undefined;
    const row = this.#lanes.get(lane)?.rows.shift();
    if (row === undefined) return undefined;
    this.#total.count -= 1;
    this.#running[lane] += 1;
    if (this.#unanswered === 0) this.#unansweredSince = performance.now();
    this.#unanswered += 1;
    return row;
  }

  /** Replays get half of the endpoint's attempts, so that they do not delay live events. */
  mayBegin(lane: Lane): boolean {
    if (this.held(lane) === 0) return false;
    const running = this.running;
    const silent =
      running >= silentAfter.attempts &&
      this.#unanswered >= silentAfter.attempts &&
      performance.now() - this.#unansweredSince > silentAfter.ms;
    if (silent || running >= this.#cap) return false;
    return lane === 'live' || this.#running.replay < Math.max(1, this.#cap / 2);
  }

  /**
   * An attempt has ended: an endpoint that responds gets the whole cap again immediately, and one that does not gets
   * one attempt at a time.
   */
  ended(lane: Lane, acknowledged: boolean): void {
    this.#running[lane] -= 1;
    this.#unanswered = 0;
    this.#failures = acknowledged ? 0 : this.#failures + 1;
    if (acknowledged) this.#cap = endpointCap;
    else this.#cap = this.#failures < failuresTolerated ? capAtFirst : capWhenFailing;
  }

  /** The result of a row is recorded, or lost: it may be read again. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Drops the held rows, but not those in progress: the shard now belongs to another process. */
  drop(): void {
    for (const queue of this.#lanes.values()) {
      for (const { id } of queue.rows) this.#known.delete(id);
      this.#total.count -= queue.rows.length;
    }
    this.#lanes.clear();
  }

  /** How many held rows have not begun. */
  held(lane: Lane): number {
    return this.#lanes.get(lane)?.rows.length ?? 0;
  }

  /** No rows are held, but due ones can be read. */
  isStarving(now: Date): boolean {
    for (const { rows, nextDue } of this.#lanes.values())
      if (rows.length < endpointCap && nextDue <= now.getTime()) return true;
    return false;
  }

  get running(): number {
    return this.#running.live + this.#running.replay;
  }

  /** Whether rows are in progress or being recorded. */
  get isBusy(): boolean {
    let held = 0;
    for (const { rows } of this.#lanes.values()) held += rows.length;
    return this.#known.size > held;
  }

  /** Whether the queue can be dropped. */
  get isIdle(): boolean {
    if (this.#known.size > 0) return false;
    for (const { nextDue } of this.#lanes.values()) if (nextDue !== Infinity) return false;
    return true;
  }

  /** Since when the first startable row has been due; undefined for none. */
  firstDue(lane: Lane, now: Date): Date | undefined {
    const queue = this.#lanes.get(lane);
    const held = queue?.rows[0]?.due_at;
    if (held !== undefined) return held;
    return queue !== undefined && queue.nextDue <= now.getTime() ? new Date(queue.nextDue) : undefined;
  }
}
