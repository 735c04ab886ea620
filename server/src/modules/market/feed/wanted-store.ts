import { prepared, type Db, type TxDb } from '#platform/db';
import type { Subject } from '../subject-rules.ts';

type WantedKey = {
  readonly makeKey: string;
  readonly modelKey: string;
  readonly year: number;
  readonly area: string;
};

type NewWanted = WantedKey & { readonly subject: Subject; readonly dueAt: Date };

// One row per search, however many reads request it.
const insert = prepared<
  [makeKey: string, modelKey: string, year: number, area: string, subject: string, dueAt: Date],
  never
>(
  'market.insert-wanted',
  `insert into market.wanted (make_key, model_key, year, area, subject, due_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

export function insertWanted(db: TxDb, { makeKey, modelKey, year, area, subject, dueAt }: NewWanted): void {
  db.write(insert(makeKey, modelKey, year, area, JSON.stringify(subject), dueAt));
}

export type ClaimedWanted = WantedKey & { readonly subject: Partial<Subject>; readonly attempts: number };

// A claim defers the row, so that no other worker asks meanwhile and a failure is retried later.
const claim = prepared<[now: Date, limit: number, again: Date], ClaimedWanted>(
  'market.claim-wanted',
  `update market.wanted set due_at = $3, attempts = attempts + 1 where ctid = any(array(
     select ctid from market.wanted where due_at <= $1 and answered_at is null
     order by due_at limit $2 for update skip locked))
   returning make_key as "makeKey", model_key as "modelKey", year, area, subject, attempts`,
);

export const claimWanted = (db: Db, now: Date, { limit, again }: { limit: number; again: Date }) =>
  db.many(claim(now, limit, again));

const answer = prepared<[makeKey: string, modelKey: string, year: number, area: string, now: Date], never>(
  'market.answer-wanted',
  `update market.wanted set answered_at = $5 where make_key = $1 and model_key = $2 and year = $3 and area = $4`,
);

export const updateAnswered = (db: Db, { makeKey, modelKey, year, area }: WantedKey, now: Date) =>
  db.many(answer(makeKey, modelKey, year, area, now));

// Every claim defers its row, so a row that is still due after so long was never reached by the budget.
const purge = prepared<[answeredUntil: Date, dueUntil: Date, limit: number], { year: number }>(
  'market.purge-wanted',
  `delete from market.wanted where (answered_at <= $1 or (answered_at is null and due_at <= $2)) and ctid = any(array(
     (select ctid from market.wanted where answered_at <= $1 limit $3)
     union all
     (select ctid from market.wanted where answered_at is null and due_at <= $2 order by due_at limit $3)))
   returning year`,
);

type Purgeable = { readonly answeredUntil: Date; readonly dueUntil: Date };

export const deleteWanted = (db: Db, { answeredUntil, dueUntil }: Purgeable, limit: number) =>
  db.many(purge(answeredUntil, dueUntil, limit));
