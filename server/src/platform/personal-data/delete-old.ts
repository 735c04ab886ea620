import { addDays } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import { prepared, type Db } from '#platform/db';
import type { TableDeclaration } from './declaration.ts';

type Parts = { readonly db: Db; readonly clock: Clock };

/** Deletes a limited number of rows and returns how many. */
export type Deletion = (parts: Parts, limit: number) => Promise<number>;

/** Deletes the rows of a table that are older than its period; undefined where the table has no such period. */
export function deletionOf(table: string, { period }: TableDeclaration): Deletion | undefined {
  if (!('after' in period)) return undefined;
  const { days, after } = period;
  // The condition is repeated so that a row that changed meanwhile is checked again before it is deleted.
  const statement = prepared<[until: Date, limit: number], { deleted: number }>(
    `delete-old ${table}`,
    `delete from ${table} where ${after} <= $1 and ctid = any(array(
       select ctid from ${table} where ${after} <= $1 limit $2)) returning 1 as deleted`,
  );
  return async ({ db, clock }, limit) => (await db.many(statement(addDays(clock.now(), -days), limit))).length;
}
