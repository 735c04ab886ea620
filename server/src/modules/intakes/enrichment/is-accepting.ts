import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { isEnabled } from '#modules/feature-flags';

/** Whether submissions are taken; in the sandbox they always are. */
export const isAccepting = async (ctx: Ctx | Tx): Promise<boolean> =>
  isInAgentSandbox(ctx.actor) || isEnabled(ctx, 'intake_program_open');
