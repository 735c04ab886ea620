import { requireRole, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import { prepared, transact, type Db, type TxDb } from '#platform/db';
import { notFound } from '#platform/errors';
import type { RequestKind, RequestView } from '../schemas.ts';

type NewRequest = { readonly consultationId: string; readonly kind: RequestKind; readonly words: string | undefined };

/** Opens a task for the team. Only one task of each kind is open at a time, so submitting again changes nothing. */
export async function createRequest(tx: Tx, { consultationId, kind, words = '' }: NewRequest): Promise<void> {
  const now = tx.clock.now();
  const id = newId('req', now);
  const text = words.split('\n').map(stripControls).join('\n').trim();
  const encryptedWords = text === '' ? null : tx.vault.encrypt(text, requestAad(id));
  await insertRequest(tx.db, { id, consultationId, kind, encryptedWords, now });
}

type FinishDataRequests = { readonly consultationIds: readonly string[]; readonly by: string };

/** Nothing is left to copy, correct or delete in these cases, so their data requests are marked as done. */
export const finishDataRequests = (tx: Tx, { consultationIds, by }: FinishDataRequests): void =>
  updateDataRequestsDone(tx.db, { consultationIds, by, now: tx.clock.now() });

/** Requests with a legal deadline: only roles that may export and erase can mark them as done. */
const ofLeads: readonly string[] = ['copy', 'delete'];

/** A staff member has completed the customer's request. */
export async function finishRequest(ctx: Ctx, id: string): Promise<RequestView> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const row = await updateDone(tx.db, { id, by: actor.staffId, now: tx.clock.now() });
    if (row === undefined) throw notFound('No request has this id.');
    if (ofLeads.includes(row.kind)) requireRole(actor, 'lead');
    return toRequestView(tx, row);
  });
}

/** The requests of a case's customer from their own page, newest first. */
export const listRequests = async (ctx: Ctx | Tx, consultationId: string): Promise<RequestView[]> =>
  (await listRequestRows(ctx.db, consultationId)).map((row) => toRequestView(ctx, row));

/** More than a team has at one time; the oldest come first. */
const listedMost = 200;

/** Requests that the team has not completed yet. */
export async function listWaitingRequests(ctx: Ctx): Promise<RequestView[]> {
  requireStaff(ctx.actor);
  return (await listWaitingRows(ctx.db, listedMost)).map((row) => toRequestView(ctx, row));
}

const toRequestView = ({ vault }: Pick<Ctx, 'vault'>, row: RequestRow): RequestView => ({
  id: row.id,
  consultation_id: row.consultationId,
  kind: row.kind,
  words: row.encryptedWords === null ? null : vault.decrypt(row.encryptedWords, requestAad(row.id)),
  created_at: row.createdAt.toISOString(),
  due_at: dueAt(row)?.toISOString() ?? null,
  done_at: row.doneAt?.toISOString() ?? null,
});

/**
 * Days within which a data request must be answered. This is California's deadline for businesses (Civil Code §
 * 1798.130(a)(2)(A)), applied to all customers.
 */
const answerDays = 45;

/** The deadline for the answer; undefined for requests that are not about data. */
const dueAt = ({ kind, createdAt }: { readonly kind: RequestKind; readonly createdAt: Date }) =>
  kind === 'reopen' ? undefined : addDays(createdAt, answerDays);

/** Binds the customer's text to its row. */
const requestAad = (id: string): string => `self_service.requests/${id}`;

type RequestRow = {
  readonly id: string;
  readonly consultationId: string;
  readonly kind: RequestKind;
  readonly encryptedWords: Buffer | null;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
};

const columns = `id, consultation_id as "consultationId", kind, encrypted_words as "encryptedWords", created_at as "createdAt",
  done_at as "doneAt", done_by as "doneBy"`;

const insert = prepared<
  [id: string, consultationId: string, kind: string, words: Buffer | null, now: Date],
  { id: string }
>(
  'owner-page.insert-request',
  `insert into self_service.requests (id, consultation_id, kind, encrypted_words, created_at) values ($1, $2, $3, $4, $5)
   on conflict (consultation_id, kind) where done_at is null do nothing returning id`,
);

/** False if a request of this kind is already open. */
const insertRequest = async (
  db: TxDb,
  row: Pick<RequestRow, 'id' | 'consultationId' | 'kind' | 'encryptedWords'> & { readonly now: Date },
): Promise<boolean> =>
  (await db.find(insert(row.id, row.consultationId, row.kind, row.encryptedWords, row.now))) !== undefined;

const ofConsultation = prepared<[consultationId: string], RequestRow>(
  'owner-page.list-requests',
  `select ${columns} from self_service.requests where consultation_id = $1 order by id desc limit 50`,
);

/** Newest first. */
const listRequestRows = (db: Db, consultationId: string) => db.many(ofConsultation(consultationId));

const waiting = prepared<[limit: number], RequestRow>(
  'owner-page.list-waiting-requests',
  `select r.id, r.consultation_id as "consultationId", r.kind, r.encrypted_words as "encryptedWords", r.created_at as "createdAt",
     r.done_at as "doneAt", r.done_by as "doneBy"
   from self_service.requests r where r.done_at is null
     and not exists (select from consultations.consultations c where c.id = r.consultation_id and c.test)
   order by r.created_at, r.id limit $1`,
);

/** Requests that are still open, oldest first. Requests from test cases are excluded, because they are not work for the team. */
const listWaitingRows = (db: Db, limit: number) => db.many(waiting(limit));

const finish = prepared<[id: string, by: string, now: Date], RequestRow>(
  'owner-page.finish-request',
  `update self_service.requests set done_at = coalesce(done_at, $3), done_by = coalesce(done_by, $2) where id = $1
   returning ${columns}`,
);

const finishData = prepared<[consultationIds: readonly string[], by: string, now: Date], never>(
  'owner-page.finish-data-requests',
  `update self_service.requests set done_at = $3, done_by = $2
   where consultation_id = any($1::text[]) and kind in ('copy', 'correct', 'delete') and done_at is null`,
);

type DataRequestsDone = { readonly consultationIds: readonly string[]; readonly by: string; readonly now: Date };

const updateDataRequestsDone = (db: TxDb, { consultationIds, by, now }: DataRequestsDone): void =>
  db.write(finishData(consultationIds, by, now));

/** Marks the request as done once; undefined when no open request has this id. */
const updateDone = (db: TxDb, { id, by, now }: { id: string; by: string; now: Date }) => db.find(finish(id, by, now));
