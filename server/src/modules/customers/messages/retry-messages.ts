import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import type { Channel } from './message-store.ts';
import { listUnsent, retryUnsent, type UnsentGroup } from './unsent-store.ts';

type RetryMessages = {
  /** What failed: `unavailable 535`. Without it everything but refused recipients. */
  readonly failure: string | undefined;
  readonly channel: string | undefined;
  /** Queued at this time or later; default: seven days ago, as long as most messages are of use. */
  readonly since: Date | undefined;
  /** How many are meant. Without it nothing is changed. */
  readonly confirm: number | undefined;
};

type Retried = { readonly groups: readonly UnsentGroup[]; readonly found: number; readonly retried: number };

/** One transaction's worth; whoever has more does it again. */
const messagesMax = 10_000;
const usualDays = 7;

/**
 * Puts messages that have failed for good back into the queue, with all their attempts. Every question of the moment of
 * sending is asked again then: who is on the do-not-contact list gets nothing, and what is no longer true or of use is
 * withdrawn.
 */
export async function retryMessages(ctx: Ctx, { failure, channel, since, confirm }: RetryMessages): Promise<Retried> {
  const issues: Issue[] = [];
  if (failure === 'suppressed') issues.push({ path: 'failure', message: 'must not be a customer’s own wish' });
  if (channel !== undefined && !isChannel(channel)) issues.push({ path: 'channel', message: 'must be email or text' });
  if (issues.length > 0) throw validationFailed(issues);
  const wanted = {
    failure: failure ?? null,
    channels: channel === undefined ? (['email', 'text'] as const) : [channel as Channel],
    since: since ?? addDays(ctx.clock.now(), -usualDays),
    limit: messagesMax,
  };
  return transact(ctx, async (tx) => {
    const groups = await listUnsent(tx.db, wanted);
    const found = groups.reduce((sum, { messages }) => sum + messages, 0);
    if (confirm === undefined) return { groups, found, retried: 0 };
    if (confirm !== found) throw countChanged(confirm, found);
    const retried = await retryUnsent(tx.db, wanted, tx.clock.now());
    return { groups, found, retried: retried.length };
  });
}

const isChannel = (text: string): boolean => text === 'email' || text === 'text';

const countChanged = (confirm: number, found: number) =>
  new AppError('invalid_state', `There are ${found} such messages, not ${confirm}: nothing was changed.`, {
    status: 409,
  });
