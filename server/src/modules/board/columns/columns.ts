import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { traceFacts } from '#modules/consultations';
import { listUnreadCounts } from '#modules/replies';
import { boardMetrics } from '../metrics.ts';
import type { Mine } from '../mine-schemas.ts';
import { cardsPerLane, isIdOrNumber, lanes, parseSearch, toNumber } from '../rules.ts';
import type { Card, CardList, Columns } from '../schemas.ts';
import { listIdsByName, searchIds } from '../search-store.ts';
import { statementsOf, type StatedRow } from '../statement-rules.ts';
import { listAssignedIds, listCards, listLaneOutlines, type CardRow, type LaneOutline } from '../store.ts';
import { withStated } from '../with-stated.ts';

type Lanes = readonly LaneOutline[];

/**
 * The size and first consultations of each column, read once for all boards of a process. The feed refreshes it
 * before it notifies the boards of a change, so that their simultaneous requests do not have to wait.
 */
export class BoardOutline {
  readonly #ctx: Pick<Ctx, 'db' | 'clock'>;
  /** Keyed by whether it is about test objects. */
  readonly #readings = new Map<boolean, Promise<Lanes>>();

  constructor(ctx: Pick<Ctx, 'db' | 'clock'>) {
    this.#ctx = ctx;
  }

  /** Repeats the earlier readings; until that is done, the previous ones are served. */
  async refresh(): Promise<void> {
    // Test objects are viewed so rarely that their viewers can wait for a reading.
    this.#readings.delete(true);
    if (!this.#readings.has(false)) return;
    const lanes = await this.#query(false);
    this.#readings.set(false, Promise.resolve(lanes));
  }

  /** `fresh` when this process is not notified of changes, so that nothing may be cached. */
  async read(test: boolean, fresh: boolean): Promise<Lanes> {
    const cached = fresh ? undefined : await this.#readings.get(test);
    if (cached !== undefined && !this.#isOutdated(cached)) return cached;
    const reading = this.#query(test);
    this.#readings.set(test, reading);
    // A failure reaches those who wait for it and is not cached.
    reading.catch(() => this.#readings.delete(test));
    return reading;
  }

  #query(test: boolean): Promise<Lanes> {
    return listLaneOutlines(this.#ctx.db, test, { now: this.#ctx.clock.now(), limit: cardsPerLane });
  }

  /** Whether a consultation has expired since, which causes no event before the next sweep. */
  #isOutdated(lanes: Lanes): boolean {
    const now = this.#ctx.clock.now();
    return lanes.some(({ ends_at: endsAt }) => endsAt !== null && endsAt <= now);
  }
}

type Outline = { readonly test: boolean; readonly lanes: readonly LaneOutline[] };

/** The whole board: every column with its size, its oldest consultation and its first cards. */
export async function listColumns(ctx: Ctx, outline: Outline): Promise<Columns> {
  requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const read = await readCards(
    ctx,
    outline.lanes.flatMap((lane) => lane.ids),
  );
  // In queue order, each in the column of its current status.
  const cards = read.filter(({ closed_at: closedAt }) => closedAt === null);
  return {
    object: 'board.columns',
    at: now.toISOString(),
    test: outline.test,
    columns: lanes.map((lane) => {
      const counted = outline.lanes.find((one) => one.lane === lane);
      const shown = cards.filter((card) => card.lane === lane);
      return {
        lane,
        count: Math.max(counted?.count ?? 0, shown.length),
        oldest_at: counted?.oldest_at.toISOString() ?? null,
        cards: shown,
      };
    }),
  };
}

/** More than one staff member works on at a time. */
const mineMax = 200;

/** The staff member's own open cases: promised calls by their time, then the rest, newest first. */
export async function listMine(ctx: Ctx): Promise<Mine> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const listed = await listAssignedIds(ctx.db, staffId, { now, limit: mineMax });
  const read = await readCards(
    ctx,
    listed.map(({ id }) => id),
  );
  const cards = read.filter(({ closed_at: closedAt }) => closedAt === null);
  return {
    object: 'board.mine',
    at: now.toISOString(),
    count: listed[0]?.all ?? 0,
    callbacks: cards.filter((card) => card.callback_at !== null),
    cases: cards.filter((card) => card.callback_at === null),
  };
}

/** The cards of these cases in this order. One that cannot be decrypted is marked and does not affect the others. */
export async function readCards(ctx: Ctx, ids: readonly string[]): Promise<Card[]> {
  const { staffId } = requireStaff(ctx.actor);
  const unreadable = new Set<string>();
  const [found, unread] = await Promise.all([
    listCards(ctx.db, ctx.clock.now(), ids),
    listUnreadCounts(ctx, ids, (id) => unreadable.add(id)),
  ]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const cards = ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => {
      const stated = readStated(ctx, row);
      if (stated === undefined) unreadable.add(row.id);
      return {
        ...toCard(stated ?? withoutPerson(row), staffId, unread),
        unreadable: unreadable.has(row.id),
      };
    });
  for (const id of unreadable) {
    ctx.log.error({ consultation: id }, 'board.card-unreadable');
    ctx.metrics.of(boardMetrics).unreadable.inc();
  }
  return cards;
}

function readStated(ctx: Ctx, row: CardRow): StatedRow | undefined {
  try {
    return withStated(ctx, row);
  } catch {
    return undefined;
  }
}

/** The team may have corrected the submitted name, so neither is shown. */
const withoutPerson = (row: CardRow): StatedRow => ({ ...row, person: {}, first_name: null, last_name: null });

/** More results than this call for a more precise search. */
const shown = 20;

/** Finds consultations by phone number, VIN, plate, name, email address, number or id; open ones first, then the newest. */
export async function searchConsultations(ctx: Ctx, text: string): Promise<CardList> {
  requireStaff(ctx.actor);
  const terms = parseSearch(text);
  const ids = await findIds(ctx, terms);
  const data = await readCards(ctx, ids.slice(0, shown));
  return { object: 'list', data, has_more: ids.length > shown, next_cursor: null };
}

/** The match for an id or a whole number; otherwise every possible meaning of the text, with the case of that number first. */
async function findIds({ db }: Ctx, terms: ReturnType<typeof parseSearch>): Promise<readonly string[]> {
  const named = isIdOrNumber(terms.exact) ? await listIdsByName(db, terms.exact) : [];
  if (named.length > 0) return named;
  const number = toNumber(terms.exact);
  const [numbered, found] = await Promise.all([
    number === undefined ? [] : listIdsByName(db, number),
    searchIds(db, terms, shown + 1),
  ]);
  return [...new Set([...numbered, ...found])];
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const joined = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ') || null;

function factsOf(row: StatedRow) {
  const facts = traceFacts(statementsOf(row));
  return {
    name: joined(facts.first_name?.value, initial(facts.last_name?.value ?? null)),
    vehicle: joined(facts.year?.value, facts.make?.value, facts.model?.value),
    loss_state: facts.loss_state?.value ?? null,
  };
}

/**
 * A list shows only the initial of a name; opening the consultation shows the rest and is recorded in the audit trail.
 */
const initial = (name: string | null): string | null => {
  const [first] = name ?? '';
  return first === undefined ? null : `${first}.`;
};

/** The card of a consultation, for this staff member; `unread` has the number of unread replies by case. */
export const toCard = (row: StatedRow, staffId: string, unread: ReadonlyMap<string, number>): Card => ({
  id: row.id,
  number: row.number,
  source: row.source,
  source_id: row.source_id,
  lane: row.lane,
  status: row.status,
  status_at: row.status_at.toISOString(),
  ...factsOf(row),
  gap_cents: row.gap_cents === null ? null : Number(row.gap_cents),
  priority: row.priority,
  test: row.test,
  proven: row.proven,
  relayed: row.relayed && row.proven === null,
  tied: row.tied.length,
  attempts: row.attempts,
  last_call_at: iso(row.last_call_at),
  callback_at: iso(row.callback_at),
  next_call_at: iso(row.next_call_at),
  waits_for_number: row.waits_for_number,
  number_struck: row.number_struck,
  opened_at: row.opened_at.toISOString(),
  delivered_at: iso(row.delivered_at),
  closed_at: iso(row.closed_at),
  stopped: row.stopped,
  unread_replies: unread.get(row.id) ?? 0,
  by_telephone: row.by_telephone,
  unreadable: false,
  assignee:
    row.assignee_id === null
      ? null
      : { staff_id: row.assignee_id, name: row.assignee_name ?? 'somebody', mine: row.assignee_id === staffId },
  held:
    row.lease_staff_id === null || row.lease_until === null
      ? null
      : {
          staff_id: row.lease_staff_id,
          name: row.lease_name ?? 'somebody',
          until: row.lease_until.toISOString(),
          mine: row.lease_staff_id === staffId,
        },
});
