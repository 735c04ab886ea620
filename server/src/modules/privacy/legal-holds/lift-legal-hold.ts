import type { Ctx } from '#context';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { nothingHeld } from '../errors.ts';
import { liftHold, listSourcesByName } from '../store.ts';

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
