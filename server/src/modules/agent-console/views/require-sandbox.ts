import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { sandboxOnly } from '../errors.ts';

/** Whose mailbox it is. What is written about live cases goes to the owners, and is shown to no agent. */
export function requireSandbox({ actor }: Pick<Ctx, 'actor'>): { accountId: string } {
  const { principalId, livemode } = requireAgent(actor);
  if (livemode) throw sandboxOnly();
  return { accountId: principalId };
}
