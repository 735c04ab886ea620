import type { Ctx } from '#context';
import { allPersonalData } from '#mount/privacy/tables-data';
import { deletionOf } from '#platform/personal-data';

/** Deletes the rows of this table whose period has ended, as the job does; returns how many. */
export async function deleteOld(ctx: Pick<Ctx, 'db' | 'clock'>, table: string, limit = 500): Promise<number> {
  const declaration = allPersonalData[table];
  const deletion = declaration && deletionOf(table, declaration);
  if (deletion === undefined) throw new Error(`${table} has no period after which rows are deleted`);
  return deletion(ctx, limit);
}
