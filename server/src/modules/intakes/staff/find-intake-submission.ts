import type { Ctx } from '#context';
import type { Submission } from '#modules/facts';
import { saidOfIntake } from '../contact-rules.ts';
import { isEnded } from '../rules.ts';
import { findIntake } from '../store.ts';

/** An intake as the facts of a case see it; its receipt rests on what was found out, so the intake has that itself. */
export async function findIntakeSubmission(ctx: Ctx, id: string): Promise<Submission | undefined> {
  const intake = (await findIntake(ctx.db, id, ctx.clock.now()))?.intake;
  if (intake === undefined) return undefined;
  const { lookedUp, preliminary, status, email, phone } = intake;
  return {
    sentBy: 'agent',
    sent: saidOfIntake(intake),
    called: { email, phone },
    kept: { lookedUp, preliminary },
    ended: isEnded(status),
  };
}
