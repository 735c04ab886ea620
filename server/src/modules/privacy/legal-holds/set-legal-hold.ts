import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/audit';
import { isUniqueViolation, lockNames, transact } from '#platform/db';
import { alreadyHeld, nobodyFound } from '../errors.ts';
import { holdsLock } from '../rules.ts';
import { findInstitutionId, insertLegalHold, listSourcesByName } from '../store.ts';

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
