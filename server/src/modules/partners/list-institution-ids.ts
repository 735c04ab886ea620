import type { Ctx } from '#context';
import { listInstitutionRows } from './store.ts';

/** Ids of institutions in order, after the given one. */
export async function listInstitutionIds(ctx: Ctx, after: string, limit: number): Promise<string[]> {
  return (await listInstitutionRows(ctx.db, after, limit)).map(({ id }) => id);
}
