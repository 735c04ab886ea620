import type { Ctx } from '#context';
import { listMessageRows } from './message-store.ts';

export type MessageView = {
  readonly id: string;
  readonly purpose: string;
  readonly channel: string;
  readonly state: string;
  readonly provider_status: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
};

/** Messages about one subject, such as an intake, in every state, oldest first; the first hundred. */
export async function listMessages(ctx: Ctx, subjectId: string): Promise<MessageView[]> {
  const rows = await listMessageRows(ctx.db, subjectId);
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    channel: row.channel,
    state: row.state,
    provider_status: row.provider_status,
    attempts: row.attempt,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}
