import type { Ctx } from '#context';
import { findInstitution, listInstitutionRows } from './store.ts';

/** Ids of institutions in their own order, from behind the given one. */
export async function listInstitutionIds(ctx: Ctx, after: string, limit: number): Promise<string[]> {
  return (await listInstitutionRows(ctx.db, after, limit)).map(({ id }) => id);
}

/** When the first institution was made; undefined as long as there is none. */
export async function firstInstitutionAt(ctx: Ctx): Promise<Date | undefined> {
  // Ids order by time.
  const [first] = await listInstitutionIds(ctx, '', 1);
  return first === undefined ? undefined : (await findInstitution(ctx.db, first))?.created_at;
}
