import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { getConsultation } from '#modules/consultations';
import type { Hold } from '../hold-store.ts';
import { standingStates } from '../transitions.ts';
import { isNothingDue } from './is-nothing-due.ts';

/** How long a settlement without a fee can be corrected before the card is gone. */
const correctionDays = 3;

/** Nothing is due: the consultation is closed without a settlement, or settled without a fee. The card is removed then. */
export async function isCardUnwanted(ctx: Ctx, hold: Hold): Promise<boolean> {
  if (!standingStates.includes(hold.state) || hold.requestedAction !== null) return false;
  const { closed_at: closedAt, settled_at: settledAt } = await getConsultation(ctx, hold.consultationId);
  if (settledAt === null) return closedAt !== null;
  // The closer waits until no card stands, so this does not wait for the closer.
  const over = closedAt !== null || ctx.clock.now() >= addDays(new Date(settledAt), correctionDays);
  return over && (await isNothingDue(ctx, hold));
}
