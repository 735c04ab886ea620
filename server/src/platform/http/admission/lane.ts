type Waiting = { readonly address: string | undefined; readonly since: number };

/** Requests that wait for a slot. Addresses take turns, however many requests each has sent. */
class FairQueue<Visit extends Waiting> {
  /** The first address is next; after its turn an address moves to the end. */
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

  /** Requests that began to wait before this moment. */
  listSince(moment: number): Visit[] {
    return [...this.#byAddress.values()].flatMap((waiting) => waiting.filter(({ since }) => since <= moment));
  }
}

/** The share of the process that one surface may use. */
export type LaneBounds = {
  readonly name: string;
  /** Slots that are always reserved for it. */
  readonly guaranteed: number;
  /** Maximum slots, including borrowed ones. */
  readonly most: number;
  /** Requests that may wait for a slot. */
  readonly waiting: number;
  /** Requests that hold a connection but no slot: a body that is still arriving, a stream that stays open. */
  readonly slow: number;
  /** Requests begun in one turn of the event loop. */
  readonly pace: number;
  /** How long it pauses after such a turn, as a multiple of the turn: 3 leaves it a quarter of the time. */
  readonly rest: number;
  /** Whether unauthenticated clients may call; one address then gets at most half of it. */
  readonly strangers: boolean;
};

/**
 * A turn that would cause a longer pause was delayed by the machine, or by rendering a page for the first time.
 * Requests waiting for ten seconds are refused, and that should not happen because of such a turn.
 */
const restMostMs = 2_000;

/** Why a request is refused. */
export type Reason = 'full' | 'address' | 'slow' | 'late';

export const reasons: readonly Reason[] = ['full', 'address', 'slow', 'late'];

/** One request, from its arrival until nothing of it remains. */
export type Visit = {
  readonly lane: Lane;
  /** The address it counts toward; undefined where many clients share an address. */
  readonly address: string | undefined;
  /** Whether it may stay long without work: its body has not arrived, or its response is a stream. */
  slow: boolean;
  state: 'new' | 'waiting' | 'begun' | 'parked' | 'left';
  /** When it began to wait, or to run. */
  since: number;
  begin(): void;
  turnAway(reason: Reason): void;
};

/** The requests of one surface: running, waiting, or holding only a connection. */
export class Lane {
  readonly bounds: LaneBounds;
  readonly queue = new FairQueue<Visit>();
  turns = 0;
  slow = 0;
  /** Requests begun in this turn of the event loop. */
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

  /** Called when a turn of the event loop ends in which this lane may have begun requests. */
  endTurn(now: number): void {
    if (this.begun === 0) return;
    this.begun = 0;
    this.restsUntil = now + Math.min((now - this.beganAt) * this.bounds.rest, restMostMs);
  }

  /** Why this request may not even wait; undefined if it may. */
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
