import type { Ctx, Tx } from '#context';
import { isRecipientCap } from '../budgets/budget-rules.ts';
import { messagePurposes, staffPurposes } from '../purpose-data.ts';
import { messageAad, type MessageContent } from './message-rules.ts';
import { listMessageRows } from './message-store.ts';

export type MessageView = {
  readonly id: string;
  readonly purpose: string;
  readonly channel: string;
  readonly state: string;
  /** What it waits for: the cap of its recipient or a budget. */
  readonly held_by: 'recipient' | 'budget' | null;
  readonly provider_status: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
  /** Of what a staff member sent: who, what, and whether it answers what the customer wrote. */
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
    sealed_content: sealed,
  }: { readonly id: string; readonly purpose: string; readonly sealed_content: Buffer },
): NonNullable<MessageView['answer']> {
  const content = JSON.parse(vault.decrypt(sealed, messageAad(id))) as MessageContent;
  const words = content.channel === 'email' ? (content.words ?? content.text) : content.text;
  return { by: content.by, words, isReply: purpose === messagePurposes.answer };
}
