import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { intakeNotFound } from '../errors.ts';
import { hasNumber } from '../confirmation/rules.ts';
import type { Receipt } from '../schemas.ts';
import { findIntake } from '../store.ts';
import { buildReceipt } from './build-receipt.ts';

export type OwnIntakeDetail = {
  readonly receipt: Receipt;
  /** There is a number that can be called. */
  readonly callable: boolean;
  readonly createdAt: Date;
  readonly statusAt: Date;
};

/** An intake that the agent of the request submitted, as a poll shows it; another's is not there, as one that nobody has. */
export async function getOwnIntake(ctx: Ctx, intakeId: string): Promise<OwnIntakeDetail> {
  const { principalId } = requireAgent(ctx.actor);
  const found = await findIntake(ctx.db, intakeId, ctx.clock.now());
  if (found === undefined || found.intake.principalId !== principalId) throw intakeNotFound();
  const { createdAt, statusAt } = found.intake;
  return { receipt: await buildReceipt(ctx, found), callable: hasNumber(found.intake), createdAt, statusAt };
}
