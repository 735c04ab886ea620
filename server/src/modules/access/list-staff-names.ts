import type { Ctx, Tx } from '#context';
import { listNames } from './staff-store.ts';

/** How people of the team are called, by id. */
export async function listStaffNames(ctx: Ctx | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listNames(ctx.db, ids)).map(({ id, name }) => [id, name]));
}
