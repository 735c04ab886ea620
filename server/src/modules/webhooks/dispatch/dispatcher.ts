import type { Ctx } from '#context';
import { pause, type Loop } from '#platform/jobs';
import { runOperation } from '#platform/telemetry';
import { attemptDelivery } from '../delivery/attempt-delivery.ts';
import { isAcknowledged, lanes, type Lane, type LaneResult, type PendingDelivery } from '../delivery/rules.ts';
import { listEndpointsInForce } from '../endpoint-store.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { FollowedShards } from './dispatch.ts';
import { Recorder } from './recorder.ts';
import {
  slotsPerLane,
  staleMax,
  busyPollMs,
  idlePollMs,
  failurePauseMs,
  lookEveryMs,
  queuesAtOnce,
  heldMax,
  rowsAhead,
} from './rules.ts';
import {
  findFresh,
  listPendingQueues,
  readDue,
  readSnapshot,
  type PendingQueue,
  type ReadPosition,
  type Snapshot,
} from './store.ts';
import { Slots } from './slots.ts';

export type DispatcherOptions = {
  readonly worker: string;
  /** No attempt begins while this is false. */
  readonly mayBegin: () => boolean;
};

type QueuePosition = ReadPosition & { readonly queue: EndpointQueue };

/** Delivers for the endpoints of its shards: finds due rows, attempts them, and has them recorded. */
export class Dispatcher implements Loop {
  readonly #ctx: Ctx;
  readonly #options: DispatcherOptions;
  readonly #stopping = new AbortController();
  readonly #shards: FollowedShards;
  readonly #recorder: Recorder;
  #turns: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => undefined;
  #woken = false;
  /** The snapshot of the last reading; later commits are read next. */
  #snapshot: Snapshot | undefined;
  readonly #queues = new Map<string, EndpointQueue>();
  /** Queues with rows to read, with attempts to begin, and with an endpoint to read first. */
  readonly #hungry = new Set<EndpointQueue>();
  readonly #ready: Readonly<Record<Lane, Set<EndpointQueue>>> = { live: new Set(), replay: new Set() };
  readonly #stale = new Set<EndpointQueue>();
  readonly #held = { count: 0 };
  #lookedAt = -Infinity;
  readonly #slots: Readonly<Record<Lane, Slots>> = {
    live: new Slots(slotsPerLane.live),
    replay: new Slots(slotsPerLane.replay),
  };

  constructor(ctx: Ctx, options: DispatcherOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#recorder = new Recorder(ctx, (results, retries) => this.#recorded(results, retries));
    this.#shards = new FollowedShards(ctx, {
      worker: options.worker,
      mayHold: options.mayBegin,
      busy: () => new Set([...this.#queues.values()].filter((queue) => queue.isBusy).map((queue) => queue.shard)),
      letGo: (shard) => this.#letGo(shard),
    });
  }

  start(): void {
    this.#turns = this.#readTurns();
  }

  /** Begins no new attempts, finishes the running ones, and leaves its shards in an orderly way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#turns;
    for (const queue of this.#queues.values()) queue.drop();
    while (lanes.some((lane) => this.#slots[lane].inUse > 0)) await pause(busyPollMs);
    await this.#recorder.stop();
    await this.#shards.stop();
  }

  /** Every endpoint with something to deliver. */
  get queues(): Iterable<EndpointQueue> {
    return this.#queues.values();
  }

  async #readTurns(): Promise<void> {
    let delay = busyPollMs;
    while (!this.#stopping.signal.aborted) {
      let found = 0;
      try {
        found = await runOperation('webhooks.dispatch.read', () => this.#turn());
      } catch (error) {
        this.#ctx.metrics.loopFailures.inc({ loop: 'webhooks.dispatch.read' });
        this.#ctx.log.error({ err: error }, 'webhooks.read-failed');
        await pause(failurePauseMs, this.#stopping.signal);
      }
      const busy = found > 0 || lanes.some((lane) => this.#slots[lane].inUse > 0);
      delay = busy ? busyPollMs : Math.min(idlePollMs, delay * 1.5);
      await this.#pauseOrWake(delay);
    }
  }

  #pauseOrWake(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = () => (this.#woken = true);
        resolve();
      };
      const timer = setTimeout(done, this.#woken || this.#stopping.signal.aborted ? 0 : ms);
      this.#woken = false;
      this.#wake = done;
    });
  }

  /** Finds and begins newly due deliveries; returns how many queues had new ones. */
  async #turn(): Promise<number> {
    await this.#follow();
    if (this.#snapshot === undefined || !this.#options.mayBegin()) return 0;
    this.#recorder.beginReading();
    const fresh = await findFresh(this.#ctx.db, this.#shards.list, this.#snapshot);
    for (const row of fresh.queues) if (this.#shards.has(row.shard)) this.#notePending(row);
    this.#snapshot = fresh.snapshot;
    this.#lookAtRetries();
    const read = await this.#read();
    this.#begin();
    return fresh.queues.length + read;
  }

  /** Lists the rows of newly taken shards, and follows them from then on. */
  async #follow(): Promise<void> {
    const taken = await this.#shards.refresh();
    // Without a shard the locks were lost, perhaps with the database: a database restored in the meantime has lower ids.
    if (this.#shards.list.length === 0) this.#snapshot = undefined;
    if (taken.length === 0) return;
    // Read before the rows are listed, so that later commits are found from here on.
    this.#snapshot ??= await readSnapshot(this.#ctx.db);
    const pending = await listPendingQueues(this.#ctx.db, taken);
    this.#shards.follow(taken);
    for (const row of pending) this.#notePending(row);
  }

  #letGo(shard: number): void {
    for (const queue of this.#queues.values()) if (queue.shard === shard) this.#drop(queue);
  }

  #drop(queue: EndpointQueue): void {
    queue.drop();
    this.#hungry.delete(queue);
    for (const lane of lanes) this.#ready[lane].delete(queue);
    this.#stale.delete(queue);
    if (queue.isIdle) this.#queues.delete(queue.id);
  }

  #notePending({ endpoint_id: id, shard, replay, first_due: due }: PendingQueue): void {
    const queue = this.#queues.get(id) ?? new EndpointQueue(id, shard, this.#held);
    this.#queues.set(id, queue);
    this.#note(queue, replay ? 'replay' : 'live', due);
  }

  #note(queue: EndpointQueue, lane: Lane, due: Date): void {
    queue.note(lane, due);
    if (due <= this.#ctx.clock.now()) this.#hungry.add(queue);
  }

  /** Retries become due by time; idle queues are dropped. */
  #lookAtRetries(): void {
    if (performance.now() - this.#lookedAt < lookEveryMs) return;
    this.#lookedAt = performance.now();
    const now = this.#ctx.clock.now();
    for (const queue of this.#queues.values()) {
      if (queue.isIdle) this.#queues.delete(queue.id);
      else if (lanes.some((lane) => queue.isHungry(lane, now))) this.#hungry.add(queue);
      this.#offer(queue);
    }
  }

  /** Reads due rows of queues with room, and the endpoints of upcoming attempts. */
  async #read(): Promise<number> {
    const now = this.#ctx.clock.now();
    const places = this.#places(now);
    const unread = new Set(this.#stale);
    this.#stale.clear();
    for (const { queue } of places) if (queue.isStale) unread.add(queue);
    const found = await this.#readRows(places, unread, now);
    for (const [index, { queue, lane }] of places.entries()) {
      const { rows, next } = found[index] ?? { rows: [], next: null };
      queue.add(lane, { rows, next, now, isOver: (id) => this.#recorder.wasRecorded(id) });
      this.#offer(queue);
    }
    for (const queue of unread) this.#offer(queue);
    return places.length;
  }

  async #readRows(places: readonly QueuePosition[], unread: ReadonlySet<EndpointQueue>, now: Date) {
    try {
      const rows = readDue(this.#ctx.db, places, { now, most: rowsAhead });
      const [found] = await Promise.all([rows, this.#readEndpoints([...unread])]);
      // The time when both have arrived, so that the new data counts as fresh.
      for (const queue of unread) queue.readAt = performance.now();
      return found;
    } catch (error) {
      for (const { queue } of places) this.#hungry.add(queue);
      for (const queue of unread) this.#stale.add(queue);
      throw error;
    }
  }

  #places(now: Date): QueuePosition[] {
    const places: QueuePosition[] = [];
    for (const queue of this.#hungry) {
      if (places.length >= queuesAtOnce || this.#held.count >= heldMax) break;
      this.#hungry.delete(queue);
      for (const lane of lanes) {
        const cursor = queue.readsFrom(lane, now);
        if (cursor !== undefined) places.push({ queue, endpointId: queue.id, lane, ...cursor });
      }
    }
    return places;
  }

  async #readEndpoints(queues: readonly EndpointQueue[]): Promise<void> {
    if (queues.length === 0) return;
    const ids = queues.map(({ id }) => id);
    const byId = new Map((await listEndpointsInForce(this.#ctx.db, ids)).map((endpoint) => [endpoint.id, endpoint]));
    for (const queue of queues) {
      const found = byId.get(queue.id);
      // The same row object is kept, and with it the values computed from it.
      if (found?.version !== queue.endpoint?.version || found?.barred !== queue.endpoint?.barred)
        queue.endpoint = found;
    }
  }

  /** Queues an endpoint for its next attempts. */
  #offer(queue: EndpointQueue): void {
    for (const lane of lanes) if (queue.mayBegin(lane)) this.#ready[lane].add(queue);
  }

  /** Begins attempts of the queues in turn, live ones first. */
  #begin(): void {
    if (this.#stopping.signal.aborted || !this.#options.mayBegin()) return;
    for (const lane of lanes)
      for (const queue of this.#ready[lane]) {
        if (!this.#slots[lane].isFree) break;
        if (!this.#shards.isHeld(queue.shard)) continue;
        this.#ready[lane].delete(queue);
        if (queue.isStale) {
          if (this.#stale.size >= staleMax) {
            this.#ready[lane].add(queue);
            break;
          }
          this.#stale.add(queue);
          this.#wake();
          continue;
        }
        const row = queue.begin(lane);
        if (row !== undefined) void this.#attempt(queue, lane, row);
        if (queue.mayBegin(lane)) this.#ready[lane].add(queue);
      }
  }

  async #attempt(queue: EndpointQueue, lane: Lane, delivery: PendingDelivery): Promise<void> {
    const inFlight = this.#ctx.metrics.workInFlight;
    inFlight.inc({ queue: `webhooks.${lane}` });
    const leave = this.#slots[lane].take(() => this.#begin());
    const row = { delivery, endpoint: queue.endpoint };
    const outcome = await runOperation(`webhooks.${lane}`, () => attemptDelivery(this.#ctx, row));
    leave();
    inFlight.dec({ queue: `webhooks.${lane}` });
    queue.ended(lane, isAcknowledged(outcome));
    this.#recorder.add({ row, outcome, lane });
    this.#offer(queue);
    this.#begin();
    if (queue.isStarving(this.#ctx.clock.now())) {
      this.#hungry.add(queue);
      this.#wake();
    }
  }

  /** Drops recorded rows; a retry is noted with its time. */
  #recorded(results: readonly LaneResult[], retries: ReadonlyMap<string, Date>): void {
    for (const { row, lane } of results) {
      const { id, endpoint_id: endpointId } = row.delivery;
      const queue = this.#queues.get(endpointId);
      queue?.forget(id);
      const due = retries.get(id);
      if (due !== undefined && queue !== undefined && this.#shards.has(queue.shard)) this.#note(queue, lane, due);
    }
  }
}
