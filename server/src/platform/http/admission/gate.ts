import { Lane, type LaneBounds, type Visit } from './lane.ts';

type GateOptions = {
  /** Turns of all lanes together; what is not guaranteed to one of them can be borrowed by each. */
  readonly turns: number;
  readonly lanes: readonly LaneBounds[];
};

/** A client has given up by then, or asks again. */
const waitMs = 10_000;

/** What came with its head, or right behind it, has arrived by then. */
const slowAfterMs = 1_000;

/**
 * Who may begin, and when. A surface begins a few requests in each turn of the event loop, so that answers of the database
 * and requests of others come in between, however many wait. Surfaces of strangers rest after it, by the length of that
 * turn, so that they never take the whole processor, and less of it the less there is.
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

  /** Lets the request begin, now or later, or refuses it. */
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

  /** The body has arrived: what it waited for begins, and was promised its turn when it came. */
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

  /** Once a second or so: turns of those that only hold a connection go to others; who has waited too long is told. */
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

  /** In the next turn of the event loop, once. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      const now = performance.now();
      for (const lane of this.lanes) lane.endTurn(now);
      // Another lane is first each time, so that what can be borrowed goes round.
      this.#first = (this.#first + 1) % this.lanes.length;
      for (const lane of [...this.lanes.slice(this.#first), ...this.lanes.slice(0, this.#first)])
        this.#beginWaiting(lane);
      this.#pumpAfterRest(now);
    });
  }

  /** When the first lane that has something to begin has rested. */
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
