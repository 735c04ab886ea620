import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { firstIdAt } from '#lib/ids';
import { findEnds, listActionsAfter, listCasesOf, listEventsAfter, type Place } from './change-store.ts';

export type Change = { readonly place: string; readonly cases: readonly string[] };
export type Listener = { tell(change: Change): void; end(): void };
type Parts = Pick<Ctx, 'db' | 'clock' | 'log'>;

/** How often one process looks, whoever is listening: a change is seen on every screen well within a second. */
const pollMs = 250;
/** More than a busy second brings; what is left is read in the next turn. */
const rowsPerTurn = 500;
/** Events carry the time at which their transaction began; one that committed this late is still found. */
export const lateS = 5;
/** A board that was away for longer reads everything once. */
const resumeS = 3600;
/** Screens of one process. Whoever comes later is told to try again. */
export const maxListeners = 500;

/**
 * Tells every open board which cases changed. One loop per process reads the two logs of what happened, the events and
 * the team's trail, only while somebody listens.
 */
export class ChangeFeed {
  readonly #parts: Parts;
  readonly #before: () => Promise<void>;
  readonly #listeners = new Set<Listener>();
  /** Events of the last seconds that were told already: the range in which late ones may appear is read again. */
  #told = new Set<string>();
  #seq: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failing = false;

  /** `before` is done before anybody is told of a change, and when somebody begins to listen. */
  constructor(parts: Parts, before: () => Promise<void> = async () => undefined) {
    this.#parts = parts;
    this.#before = before;
  }

  /** Whether changes are being looked for, and have been since the last reading. */
  get isWatching(): boolean {
    return this.#timer !== undefined && this.#seq !== undefined && !this.#failing;
  }

  get isFull(): boolean {
    return this.#stopped || this.#listeners.size >= maxListeners;
  }

  /** Starts listening; gives the way to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#schedule(0);
    return () => void this.#listeners.delete(listener);
  }

  /** What changed since a place that a board has seen; undefined when that is too long ago to tell. */
  async since(place: Place): Promise<Change | undefined> {
    const { db, clock } = this.#parts;
    const from = addSeconds(clock.now(), -resumeS);
    if (place.eventId < firstIdAt('evt', from)) return undefined;
    const [events, actions] = await Promise.all([
      listEventsAfter(db, { after: place.eventId, from, limit: rowsPerTurn }),
      listActionsAfter(db, place.seq, rowsPerTurn),
    ]);
    if (events.length === rowsPerTurn || actions.length === rowsPerTurn) return undefined;
    const subjects = [...events, ...actions].flatMap((row) => row.subject_id ?? []);
    return {
      place: writePlace({ eventId: events.at(-1)?.id ?? place.eventId, seq: actions.at(-1)?.seq ?? place.seq }),
      cases: await listCasesOf(db, [...new Set(subjects)]),
    };
  }

  /** Ends every stream, so that the server can close. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
    this.#listeners.clear();
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#turn(), delayMs);
    this.#timer.unref();
  }

  async #turn(): Promise<void> {
    try {
      await this.#look();
      this.#failing = false;
    } catch (error) {
      this.#failing = true;
      this.#parts.log.warn({ err: error }, 'board.feed-failed');
    }
    if (this.#stopped) return;
    if (this.#listeners.size > 0) return this.#schedule(pollMs);
    // Nobody listens: the next one to come begins at the logs' ends.
    this.#timer = undefined;
    this.#seq = undefined;
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#parts;
    const first = this.#seq === undefined;
    const from = addSeconds(clock.now(), -lateS);
    const floor = firstIdAt('evt', from);
    const before = this.#seq ?? (await findEnds(db)).seq;
    const [events, actions] = await Promise.all([
      listEventsAfter(db, { after: floor, from, limit: rowsPerTurn }),
      listActionsAfter(db, before, rowsPerTurn),
    ]);
    const seq = actions.at(-1)?.seq ?? before;
    const fresh = events.filter(({ id }) => !this.#told.has(id));
    const subjects = [...fresh, ...actions].flatMap((row) => row.subject_id ?? []);
    const cases = first ? [] : await listCasesOf(db, [...new Set(subjects)]);
    // Nobody was told of anything while nobody listened, so the first turn too ends with what is so now.
    if (first || cases.length > 0) await this.#before();
    const place = writePlace({ eventId: events.at(-1)?.id ?? floor, seq });
    if (cases.length > 0) for (const listener of this.#listeners) listener.tell({ place, cases });
    // Only now: what failed on the way is looked at again in the next turn.
    this.#seq = seq;
    this.#told = new Set(events.map(({ id }) => id));
  }
}

/** A place as boards keep it, in Last-Event-ID. */
export const writePlace = ({ eventId, seq }: Place): string => `${eventId}.${seq}`;

export function readPlace(text: string | undefined): Place | undefined {
  const [, eventId, seq] = /^(evt_[0-9A-Za-z]{0,24})\.(\d{1,18})$/.exec(text ?? '') ?? [];
  return eventId === undefined || seq === undefined ? undefined : { eventId, seq };
}
