import type { Ctx } from '#context';
import { listCases, listHeldSources, listRelatedIds } from '../store.ts';

/** Ids of everything that a legal hold keeps, for whatever ends by itself. */
export async function listHeldIds({ db }: Pick<Ctx, 'db'>): Promise<readonly string[]> {
  const sourceIds = await listHeldSources(db);
  if (sourceIds.length === 0) return [];
  const caseIds = (await listCases(db, sourceIds)).map(({ id }) => id);
  return [...sourceIds, ...caseIds, ...(await listRelatedIds(db, { sourceIds, caseIds, hashes: [] }))];
}
