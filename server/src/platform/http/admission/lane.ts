type Waiting = { readonly address: string | undefined; readonly since: number };

/** Who waits for a turn: addresses take theirs one after the other, however many requests each of them has sent. */
class FairQueue<Visit extends Waiting> {
  /** The first of them is next; one that had its turn goes to the end. */
  readonly #byAddress = new Map<string, Visit[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(visit: Visit): void {
    const address = visit.address ?? '';
    const waiting = this.#byAddress.get(address);
    if (waiting === undefined) this.#byAddress.set(address, [visit]);
    else waiting.push(visit);
    this.#length += 1;
  }

  shift(): Visit | undefined {
    const [address, waiting] = this.#byAddress.entries().next().value ?? [];
    if (address === undefined || waiting === undefined) return undefined;
    const next = waiting.shift();
    this.#byAddress.delete(address);
    if (waiting.length > 0) this.#byAddress.set(address, waiting);
    this.#length -= 1;
    return next;
  }

  remove(visit: Visit): void {
    const address = visit.address ?? '';
    const waiting = this.#byAddress.get(address) ?? [];
    const place = waiting.indexOf(visit);
    if (place === -1) return;
    waiting.splice(place, 1);
    if (waiting.length === 0) this.#byAddress.delete(address);
    this.#length -= 1;
  }

  /** Those that began to wait before this moment. */
  listSince(moment: number): Visit[] {
    return [...this.#byAddress.values()].flatMap((waiting) => waiting.filter(({ since }) => since <= moment));
  }
}

/** What one surface may take of the process. */
export type LaneBounds = {
  readonly name: string;
  /** Turns that are there for it, whatever others do. */
  readonly guaranteed: number;
  /** Turns at most, with what it borrows. */
  readonly most: number;
  /** Requests that may wait for a turn. */
  readonly waiting: number;
  /** Requests that hold a connection and no turn: a body that is still arriving, a stream that stays open. */
  readonly slow: number;
  /** Requests begun in one turn of the event loop. */
  readonly pace: number;
  /** How long it rests after such a turn, in turns of that length: 3 leave it a quarter of the time. */
  readonly rest: number;
  /** Whether strangers may call: one address then gets half of it at most. */
  readonly strangers: boolean;
};

/**
 * A turn that would make it rest for longer was held up, by the machine or by a page that was made for the first time. Whoever waits
 * for ten seconds is refused, and nobody should be for that.
 */
const restMostMs = 2_000;

/** Why a request is turned away. */
export type Reason = 'full' | 'address' | 'slow' | 'late';

export const reasons: readonly Reason[] = ['full', 'address', 'slow', 'late'];

/** One request from the first look at it until nothing of it is left. */
export type Visit = {
  readonly lane: Lane;
  /** Whom it counts for; undefined where many clients share an address. */
  readonly address: string | undefined;
  /** Whether it may stay long without work: its body has not arrived, or its answer is a stream. */
  slow: boolean;
  state: 'new' | 'waiting' | 'begun' | 'parked' | 'left';
  /** When it began to wait, or to work. */
  since: number;
  begin(): void;
  turnAway(reason: Reason): void;
};

/** The requests of one surface: those that have a turn, those that wait for one, those that hold a connection alone. */
export class Lane {
  readonly bounds: LaneBounds;
  readonly queue = new FairQueue<Visit>();
  turns = 0;
  slow = 0;
  /** Begun in this turn of the event loop. */
  begun = 0;
  beganAt = 0;
  restsUntil = 0;
  readonly #held = new Map<string, number>();
  readonly #heldSlow = new Map<string, number>();

  constructor(bounds: LaneBounds) {
    this.bounds = bounds;
  }

  get borrowed(): number {
    return Math.max(0, this.turns - this.bounds.guaranteed);
  }

  /** A turn of the event loop is over, in which this lane may have begun something. */
  endTurn(now: number): void {
    if (this.begun === 0) return;
    this.begun = 0;
    this.restsUntil = now + Math.min((now - this.beganAt) * this.bounds.rest, restMostMs);
  }

  /** Why this request may not even wait. */
  findRefusal({ address, slow }: Visit): Reason | undefined {
    const { strangers, most, waiting, slow: slowMost } = this.bounds;
    if (slow && this.slow >= slowMost) return 'slow';
    if (address !== undefined) {
      if (slow && count(this.#heldSlow, address) >= slowMost / 2) return 'address';
      if (strangers && count(this.#held, address) >= (most + waiting) / 2) return 'address';
    }
    return undefined;
  }

  add({ address, slow }: Visit): void {
    if (slow) this.slow += 1;
    if (address === undefined) return;
    change(this.#held, address, 1);
    if (slow) change(this.#heldSlow, address, 1);
  }

  remove(visit: Visit): void {
    if (visit.address !== undefined) change(this.#held, visit.address, -1);
    this.removeSlow(visit);
  }

  removeSlow(visit: Visit): void {
    if (!visit.slow) return;
    visit.slow = false;
    this.slow -= 1;
    if (visit.address !== undefined) change(this.#heldSlow, visit.address, -1);
  }
}

const count = (held: ReadonlyMap<string, number>, address: string): number => held.get(address) ?? 0;

function change(held: Map<string, number>, address: string, by: number): void {
  const now = count(held, address) + by;
  if (now > 0) held.set(address, now);
  else held.delete(address);
}
