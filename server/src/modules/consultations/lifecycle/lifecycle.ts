import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { toMoneyView } from '#lib/api/offer-parts';
import type { Language } from '#lib/languages/language';
import { mergeParts, type OfferParts, withoutSource, type FigureSource } from '#lib/numbers/offer-parts';
import { addSeconds, isTimestamp } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { invalidCursor, notFound } from '#platform/errors';
import { assignUnowned } from '../assignees/assignees.ts';
import { encryptContact } from '../contacts/encrypt-contact.ts';
import { consultationNotFound } from '../errors.ts';
import type { CallContact, LockedConsultation } from '../facts.ts';
import { isClosed, reachedPauseS, readMoney, toStoredParts } from '../rules.ts';
import type { Board, BoardQuery, Consultation } from '../schemas.ts';
import {
  decryptNote,
  findConsultation,
  insertConsultation,
  insertNumbered,
  listCalls,
  lockConsultationRow,
  updateClosed,
  updateDelivered,
  updateEnd,
  updateLanguage,
  updateProven,
  type NewConsultation,
  updateOffer,
  updateSettled,
} from '../store.ts';
import { listMoneyRows, listOpenConsultations, type BoardCursor } from './store.ts';

type Parts = {
  /** Merged with the known parts: the team over a report over the submission. */
  readonly offer?: OfferParts | undefined;
  /** This source restates the offer, so its earlier statement is discarded. */
  readonly retold?: FigureSource;
  /** Replaces an earlier settlement. */
  readonly settlement?: OfferParts | undefined;
};

type PartsOfMoney = Pick<LockedConsultation, 'offer' | 'settlement'>;

/** Records the insurer's first offer or final payment, part by part; returns both as they are from now on. */
export function recordParts(tx: Tx, locked: LockedConsultation, { offer, retold, settlement }: Parts): PartsOfMoney {
  const { id } = locked;
  const known = retold === undefined ? locked.offer : withoutSource(locked.offer, retold);
  const joined = offer === undefined ? locked.offer : mergeParts(known, offer);
  if (offer !== undefined) updateOffer(tx.db, id, toStoredParts(joined));
  if (settlement !== undefined)
    updateSettled(tx.db, { id, now: tx.clock.now(), settlement: toStoredParts(settlement) });
  return { offer: joined, settlement: settlement ?? locked.settlement };
}

/**
 * Takes consultations off the board because of the state of their source, such as `declined`; closed ones stay
 * unchanged. If a staff member ended the source, the case history names them.
 */
export function closeConsultations(tx: Tx, ids: readonly string[], reason: string): void {
  if (ids.length === 0) return;
  const now = tx.clock.now();
  const by = tx.actor.kind === 'staff' ? tx.actor.staffId : null;
  updateClosed(tx.db, { ids, reason, by, closingIds: ids.map(() => newId('clo', now)) }, now);
}

/** Adds a consultation to the call queue. */
export function createConsultation(tx: Tx, input: CreateConsultation): string {
  const row = toNewConsultation(tx, input);
  insertConsultation(tx.db, row);
  return row.id;
}

/** Adds a consultation whose number must be in the answer, which costs a read. */
export async function createNumberedConsultation(
  tx: Tx,
  input: CreateConsultation,
): Promise<{ readonly id: string; readonly number: string }> {
  return insertNumbered(tx.db, toNewConsultation(tx, input));
}

export type ConsultationView = Consultation;

/** A consultation with every call about it. */
export async function getConsultation(ctx: Ctx | Tx, id: string): Promise<Consultation> {
  const [row, calls] = await Promise.all([findConsultation(ctx.db, id), listCalls(ctx.db, id)]);
  if (row === undefined) throw notFound();
  const closedAt = row.closed_at ?? (isClosed(row, ctx.clock.now()) ? row.ends_at : null);
  return {
    ...toBoardRow({ ...row, closed_at: closedAt }),
    language: row.language as Consultation['language'],
    initial_offer_cents: row.initial_offer_cents,
    settlement_cents: row.settlement_cents,
    settled_at: row.settled_at?.toISOString() ?? null,
    money: toMoneyView(readMoney(row)),
    calls: calls.map(({ encrypted_note: sealed, ...call }) => ({
      ...call,
      note: decryptNote(ctx, { ...call, encrypted_note: sealed }),
      outcome: call.outcome as Consultation['calls'][number]['outcome'],
      called_at: call.called_at.toISOString(),
      callback_at: call.callback_at?.toISOString() ?? null,
    })),
  };
}

/** Open consultations in calling order, page by page. */
export async function listBoard(ctx: Ctx, query: BoardQuery): Promise<Board> {
  requireStaff(ctx.actor);
  const limit = Number(query.limit ?? 25);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const rows = await listOpenConsultations(ctx.db, after, {
    limit: limit + 1,
    test: query.test === 'true',
    now: ctx.clock.now(),
  });
  const data = rows.slice(0, limit).map(toBoardRow);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { object: 'list', data, has_more: more, next_cursor: more ? writeCursor(last) : null };
}

const writeCursor = (row: { priority: boolean; opened_at: string; id: string }): string =>
  Buffer.from(JSON.stringify([row.priority, row.opened_at, row.id])).toString('base64url');

function readCursor(cursor: string): BoardCursor {
  const refused = invalidCursor();
  try {
    const [priority, openedAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof priority !== 'boolean' || typeof openedAt !== 'string' || typeof id !== 'string') throw refused;
    if (!isTimestamp(openedAt) || !/^con_[0-9A-Za-z]{24}$/.test(id)) throw refused;
    return { priority, openedAt, id };
  } catch {
    throw refused;
  }
}

type Money = { readonly offer: OfferParts; readonly settlement: OfferParts };

/** The insurer's offer and payment for each of these consultations, part by part. */
export async function listMoney(ctx: Ctx | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Money>> {
  if (ids.length === 0) return new Map();
  return new Map((await listMoneyRows(ctx.db, ids)).map((row) => [row.id, readMoney(row)]));
}

/** Locked until the transaction ends, so that deliveries, settlements and charges run one after the other. */
export async function lockConsultation(tx: Tx, id: string): Promise<LockedConsultation> {
  const row = await lockConsultationRow(tx.db, id);
  if (row === undefined) throw consultationNotFound();
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    test: row.test,
    deliveredAt: row.delivered_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    provenAt: row.proven_at ?? undefined,
    ...readMoney(row),
  };
}

/** Marks the customer's contact as proven; only the first time counts. */
export function markProven(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) updateProven(tx.db, ids, tx.clock.now());
}

/** Records that the free consultation was given, with the known parts of the insurer's first offer. Only the first time counts. */
export function recordDelivery(tx: Tx, { id, offer: known }: LockedConsultation, offer: OfferParts = {}): void {
  updateDelivered(tx.db, { id, now: tx.clock.now(), offer: toStoredParts(mergeParts(known, offer)) });
}

/**
 * When these consultations expire unless their customers confirm; undefined once they have. The staff member who
 * heard the yes, or begins the work, is assigned to them.
 */
export async function setConsultationEnd(tx: Tx, ids: readonly string[], endsAt: Date | undefined): Promise<void> {
  if (ids.length === 0) return;
  if (endsAt === undefined) await assignUnowned(tx, ids);
  updateEnd(tx.db, ids, endsAt ?? null);
}

/** The customer's language, as they chose it or as their browser requested when they answered. */
export function setLanguage(
  tx: Tx,
  { consultationId, language }: { consultationId: string; language: Language },
): void {
  updateLanguage(tx.db, consultationId, language);
}

type Row = Pick<
  NonNullable<Awaited<ReturnType<typeof findConsultation>>>,
  'id' | 'number' | 'source' | 'source_id' | 'priority' | 'test' | 'opened_at' | 'delivered_at' | 'closed_at'
>;

export const toBoardRow = (row: Row) => ({
  id: row.id,
  number: row.number,
  source: row.source as Consultation['source'],
  source_id: row.source_id,
  priority: row.priority,
  test: row.test,
  opened_at: row.opened_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
});

export type CreateConsultation = {
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly priority: boolean;
  /** Ranks before anonymous agents. Institutions have an account and always rank so. */
  readonly registered?: boolean;
  /** The customer's contact is proven from the beginning. */
  readonly proven?: boolean;
  /** A sandbox consultation, which is hidden from the board unless requested. */
  readonly test?: boolean;
  /** When it expires unless its customer confirms; without it, it stays open until it is closed. */
  readonly endsAt?: Date;
  /** Not to be called before the next day, because the customer was just spoken to. */
  readonly spokenTo?: boolean;
  /** Whom to call and where they are; `updateContact` applies later changes of the source. */
  readonly contact: CallContact;
  /** The known parts of the insurer's first offer. */
  readonly offer?: OfferParts | undefined;
};

function toNewConsultation(
  tx: Tx,
  {
    source,
    sourceId,
    priority,
    registered = false,
    proven = false,
    test = false,
    endsAt,
    spokenTo,
    contact,
    offer,
  }: CreateConsultation,
): NewConsultation {
  const now = tx.clock.now();
  const id = newId('con', now);
  return {
    id,
    source,
    sourceId,
    priority,
    test,
    openedAt: now,
    endsAt: endsAt ?? null,
    dueAt: spokenTo === true ? addSeconds(now, reachedPauseS) : null,
    registered,
    provenAt: proven ? now : null,
    offer: toStoredParts(offer ?? {}),
    ...encryptContact(tx, { id, test }, contact),
  };
}
