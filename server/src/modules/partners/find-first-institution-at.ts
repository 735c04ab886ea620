import type { Ctx } from '#context';
import { listInstitutionIds } from './list-institution-ids.ts';
import { findInstitution } from './store.ts';

/** When the first institution was created; undefined while there is none. */
export async function findFirstInstitutionAt(ctx: Ctx): Promise<Date | undefined> {
  // Ids are ordered by creation time.
  const [first] = await listInstitutionIds(ctx, '', 1);
  return first === undefined ? undefined : (await findInstitution(ctx.db, first))?.created_at;
}
