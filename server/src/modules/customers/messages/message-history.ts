import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import { isRecipientCap } from '../budgets/budget-rules.ts';
import { messagePurposes, staffPurposes } from '../purpose-data.ts';
import { messageAad, type MessageContent } from './message-rules.ts';
import { listMessageRows, type Channel } from './message-store.ts';
import { listUnsent, retryUnsent, type UnsentGroup } from './store.ts';

export type MessageView = {
  readonly id: string;
  readonly purpose: string;
  readonly channel: string;
  readonly state: string;
  /** The limit that holds it: the cap of its recipient or a budget. */
  readonly held_by: 'recipient' | 'budget' | null;
  readonly provider_status: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
  /** For a message from a staff member: the author, the text, and whether it answers a customer's message. */
  readonly answer?: { readonly by: string | undefined; readonly words: string; readonly isReply: boolean };
};

/** Messages about one subject, such as an intake, in every state, oldest first; the first hundred. */
export async function listMessages(ctx: Ctx | Tx, subjectId: string): Promise<MessageView[]> {
  const rows = await listMessageRows(ctx.db, subjectId);
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    channel: row.channel,
    state: row.state,
    held_by: row.state === 'held' ? (isRecipientCap(row.held_by ?? '') ? 'recipient' : 'budget') : null,
    provider_status: row.provider_status,
    attempts: row.attempt,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    ...(staffPurposes.has(row.purpose) ? { answer: decryptAnswer(ctx, row) } : {}),
  }));
}

function decryptAnswer(
  { vault }: Pick<Ctx, 'vault'>,
  {
    id,
    purpose,
    encrypted_content: sealed,
  }: { readonly id: string; readonly purpose: string; readonly encrypted_content: Buffer },
): NonNullable<MessageView['answer']> {
  const content = JSON.parse(vault.decrypt(sealed, messageAad(id))) as MessageContent;
  const words = content.channel === 'email' ? (content.words ?? content.text) : content.text;
  return { by: content.by, words, isReply: purpose === messagePurposes.answer };
}

type RetryMessages = {
  /** The failure to match, such as `unavailable 535`. Without it, all failures except refusals by recipients. */
  readonly failure: string | undefined;
  readonly channel: string | undefined;
  /** Queued at this time or later; default: seven days ago, as long as most messages are useful. */
  readonly since: Date | undefined;
  /** The expected number of messages. Without it nothing is changed. */
  readonly confirm: number | undefined;
};

type Retried = { readonly groups: readonly UnsentGroup[]; readonly found: number; readonly retried: number };

/** One transaction's worth; for more messages, run it again. */
const messagesMax = 10_000;
const usualDays = 7;

/**
 * Puts permanently failed messages back into the queue, with all their attempts. All checks at sending apply again:
 * the do-not-contact list, and whether the message is still true and useful.
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
