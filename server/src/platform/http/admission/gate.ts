import { Lane, type LaneBounds, type Visit } from './lane.ts';

type GateOptions = {
  /** Slots of all lanes together. Lanes can borrow slots that are not guaranteed to another. */
  readonly turns: number;
  readonly lanes: readonly LaneBounds[];
};

/** By then a client has given up or retried. */
const waitMs = 10_000;

/** A body sent with its head, or right after it, has arrived by then. */
const slowAfterMs = 1_000;

/**
 * Decides which requests begin, and when. A surface begins a few requests per turn of the event loop, so that database
 * responses and other requests are handled in between, however many wait. Public surfaces then pause in proportion to
 * that turn, so that they never take the whole processor, and take less of it when it is busier.
 */
export class Gate {
  readonly lanes: readonly Lane[];
  readonly #borrowable: number;
  readonly #slow = new Set<Visit>();
  #first = 0;
  #isPumping = false;
  #resting: NodeJS.Timeout | undefined;

  constructor({ turns, lanes }: GateOptions) {
    this.lanes = lanes.map((bounds) => new Lane(bounds));
    const guaranteed = lanes.map((lane) => lane.guaranteed).filter(Number.isFinite);
    this.#borrowable = turns - guaranteed.reduce((sum, share) => sum + share, 0);
    if (this.#borrowable < 0) throw new Error('more turns are guaranteed than there are');
  }

  /** Begins the request now or later, or refuses it. */
  enter(visit: Visit): void {
    const { lane } = visit;
    const reason = lane.findRefusal(visit);
    if (reason !== undefined) return turnAway(visit, reason);
    const isNext = lane.queue.length === 0 && this.#hasTurn(lane);
    if (!isNext && lane.queue.length >= lane.bounds.waiting) return turnAway(visit, 'full');
    lane.add(visit);
    if (visit.slow) this.#slow.add(visit);
    if (isNext) return this.#begin(visit);
    visit.state = 'waiting';
    visit.since = performance.now();
    lane.queue.push(visit);
    return this.#pump();
  }

  /** The body has arrived, so the request begins; its slot was reserved when it came. */
  arrived(visit: Visit): void {
    this.#slow.delete(visit);
    visit.lane.removeSlow(visit);
    if (visit.state !== 'parked') return;
    visit.state = 'begun';
    visit.lane.turns += 1;
  }

  leave(visit: Visit): void {
    const { lane, state } = visit;
    if (state === 'left' || state === 'new') return;
    visit.state = 'left';
    this.#slow.delete(visit);
    if (state === 'waiting') lane.queue.remove(visit);
    lane.remove(visit);
    if (state === 'begun') this.#giveBack(lane);
  }

  /** Runs about once a second: takes slots from requests that only hold a connection, and refuses those that have waited too long. */
  sweep(now = performance.now()): void {
    for (const visit of this.#slow) {
      if (visit.state !== 'begun' || now - visit.since < slowAfterMs) continue;
      visit.state = 'parked';
      this.#giveBack(visit.lane);
    }
    for (const { queue, bounds } of this.lanes) {
      if (!Number.isFinite(bounds.waiting)) continue;
      for (const visit of queue.listSince(now - waitMs)) {
        this.leave(visit);
        visit.turnAway('late');
      }
    }
  }

  #hasTurn({ turns, begun, restsUntil, bounds: { guaranteed, most, pace, rest } }: Lane): boolean {
    if (begun >= pace || (rest > 0 && performance.now() < restsUntil)) return false;
    if (turns < guaranteed) return true;
    return turns < most && this.lanes.reduce((sum, lane) => sum + lane.borrowed, 0) < this.#borrowable;
  }

  #begin(visit: Visit): void {
    visit.state = 'begun';
    visit.since = performance.now();
    visit.lane.turns += 1;
    if (visit.lane.begun === 0) visit.lane.beganAt = visit.since;
    visit.lane.begun += 1;
    this.#pump();
    visit.begin();
  }

  #giveBack(lane: Lane): void {
    lane.turns -= 1;
    if (this.lanes.some(({ queue }) => queue.length > 0)) this.#pump();
  }

  /** Runs once, in the next turn of the event loop. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      const now = performance.now();
      for (const lane of this.lanes) lane.endTurn(now);
      // Each round begins with another lane, so that lanes take turns at borrowing.
      this.#first = (this.#first + 1) % this.lanes.length;
      for (const lane of [...this.lanes.slice(this.#first), ...this.lanes.slice(0, this.#first)])
        this.#beginWaiting(lane);
      this.#pumpAfterRest(now);
    });
  }

  /** Schedules the pump for when the first lane with waiting requests has finished its pause. */
  #pumpAfterRest(now: number): void {
    const ends = this.lanes.filter(({ queue, restsUntil }) => queue.length > 0 && restsUntil > now);
    if (ends.length === 0) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#pump(), Math.min(...ends.map(({ restsUntil }) => restsUntil)) - now);
  }

  #beginWaiting(lane: Lane): void {
    while (this.#hasTurn(lane)) {
      const next = lane.queue.shift();
      if (next === undefined) return;
      this.#begin(next);
    }
  }
}

function turnAway(visit: Visit, reason: Parameters<Visit['turnAway']>[0]): void {
  visit.state = 'left';
  visit.turnAway(reason);
}
