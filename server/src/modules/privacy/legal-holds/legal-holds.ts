import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/ledger';
import { isUniqueViolation, lockNames, transact } from '#platform/db';
import { alreadyHeld, nobodyFound, nothingHeld } from '../errors.ts';
import { holdsLock } from '../rules.ts';
import {
  findInstitutionId,
  insertLegalHold,
  liftHold,
  listCases,
  listHeldSources,
  listHoldsInForce,
  listRelatedIds,
  listSourcesByName,
} from '../store.ts';

type LiftLegalHold = { readonly name: string; readonly by: string; readonly reason?: string };

/** From now on the case or the institution is erased like others. */
export async function liftLegalHold(ctx: Ctx, { name, by, reason }: LiftLegalHold): Promise<string> {
  const [source] = await listSourcesByName(ctx.db, name);
  const subjectId = source ?? name;
  nameSubject(ctx.actor, subjectId);
  const lifted = await transact(ctx, (tx) => liftHold(tx.db, subjectId, { by, reason, at: tx.clock.now() }));
  if (lifted === undefined) throw nothingHeld();
  return subjectId;
}

/** Ids of everything under a legal hold, for jobs that delete by age. */
export async function listHeldIds({ db }: Pick<Ctx, 'db'>): Promise<readonly string[]> {
  const sourceIds = await listHeldSources(db);
  if (sourceIds.length === 0) return [];
  const caseIds = (await listCases(db, sourceIds)).map(({ id }) => id);
  return [...sourceIds, ...caseIds, ...(await listRelatedIds(db, { sourceIds, caseIds, hashes: [] }))];
}

/** Active legal holds, oldest first; the first thousand. */
export const listLegalHolds = async (ctx: Pick<Ctx, 'db'>) =>
  (await listHoldsInForce(ctx.db)).map((row) => ({ ...row, placed_at: row.placed_at.toISOString() }));

type SetLegalHold = { readonly name: string; readonly reason: string; readonly by: string };

/** Stops retention and erasure of a case, by any of its names, or of everything of an institution. */
export async function setLegalHold(ctx: Ctx, { name, reason, by }: SetLegalHold): Promise<string> {
  const institution = await findInstitutionId(ctx.db, name);
  const [source] = institution === undefined ? await listSourcesByName(ctx.db, name) : [];
  const subjectId = institution?.id ?? source;
  if (subjectId === undefined) throw nobodyFound();
  const now = ctx.clock.now();
  nameSubject(ctx.actor, subjectId);
  try {
    await transact(ctx, async (tx) => {
      lockNames(tx.db, [holdsLock]);
      insertLegalHold(tx.db, {
        id: newId('lgh', now),
        kind: institution === undefined ? 'case' : 'institution',
        subject_id: subjectId,
        reason,
        placed_by: by,
        placed_at: now,
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyHeld() : error;
  }
  return subjectId;
}
