import { prepared, type Db, type TxDb } from '#platform/db';
import type { RequestKind } from './schemas.ts';

export type RequestRow = {
  readonly id: string;
  readonly consultationId: string;
  readonly kind: RequestKind;
  readonly encryptedWords: Buffer | null;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
};

const columns = `id, consultation_id as "consultationId", kind, sealed_words as "encryptedWords", created_at as "createdAt",
  done_at as "doneAt", done_by as "doneBy"`;

const insert = prepared<
  [id: string, consultationId: string, kind: string, words: Buffer | null, now: Date],
  { id: string }
>(
  'self-service.insert-request',
  `insert into self_service.requests (id, consultation_id, kind, sealed_words, created_at) values ($1, $2, $3, $4, $5)
   on conflict (consultation_id, kind) where done_at is null do nothing returning id`,
);

/** False when an open one of its kind is there already. */
export const insertRequest = async (
  db: TxDb,
  row: Pick<RequestRow, 'id' | 'consultationId' | 'kind' | 'encryptedWords'> & { readonly now: Date },
): Promise<boolean> =>
  (await db.find(insert(row.id, row.consultationId, row.kind, row.encryptedWords, row.now))) !== undefined;

const ofConsultation = prepared<[consultationId: string], RequestRow>(
  'self-service.list-requests',
  `select ${columns} from self_service.requests where consultation_id = $1 order by id desc limit 50`,
);

/** Newest first. */
export const listRequestRows = (db: Db, consultationId: string) => db.many(ofConsultation(consultationId));

const waiting = prepared<[limit: number], RequestRow>(
  'self-service.list-waiting-requests',
  `select r.id, r.consultation_id as "consultationId", r.kind, r.sealed_words as "encryptedWords", r.created_at as "createdAt",
     r.done_at as "doneAt", r.done_by as "doneBy"
   from self_service.requests r where r.done_at is null
     and not exists (select from consultations.consultations c where c.id = r.consultation_id and c.test)
   order by r.created_at, r.id limit $1`,
);

/** Those that nobody has done, oldest first; what is asked for on the page of a test case is nobody's work. */
export const listWaitingRows = (db: Db, limit: number) => db.many(waiting(limit));

const finish = prepared<[id: string, by: string, now: Date], RequestRow>(
  'self-service.finish-request',
  `update self_service.requests set done_at = coalesce(done_at, $3), done_by = coalesce(done_by, $2) where id = $1
   returning ${columns}`,
);

const finishData = prepared<[consultationIds: readonly string[], by: string, now: Date], never>(
  'self-service.finish-data-requests',
  `update self_service.requests set done_at = $3, done_by = $2
   where consultation_id = any($1::text[]) and kind in ('copy', 'correct', 'delete') and done_at is null`,
);

type DataRequestsDone = { readonly consultationIds: readonly string[]; readonly by: string; readonly now: Date };

export const updateDataRequestsDone = (db: TxDb, { consultationIds, by, now }: DataRequestsDone): void =>
  db.write(finishData(consultationIds, by, now));

/** Done once; undefined when there is none with this id. */
export const updateDone = (db: TxDb, { id, by, now }: { id: string; by: string; now: Date }) =>
  db.find(finish(id, by, now));
