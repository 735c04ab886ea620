import type { Ctx, Tx } from '#context';
import { listStaffNameRows } from '../store.ts';

/** Names of staff members, by id. */
export async function listStaffNames(ctx: Ctx | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listStaffNameRows(ctx.db, ids)).map(({ id, name }) => [id, name]));
}
