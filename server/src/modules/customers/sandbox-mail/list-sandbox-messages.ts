import type { Ctx } from '#context';
import { toSandboxMessage, type SandboxMessage } from './mailbox-rules.ts';
import { listMailboxRows, listMailboxRowsAbout } from './store.ts';

type MailboxQuery = {
  readonly accountId: string;
  /** Only messages about one of these. */
  readonly subjectIds?: readonly string[] | undefined;
  /** Only those before this message. */
  readonly below?: string | undefined;
  readonly limit: number;
};

/** What the sandbox of an institution would have sent, newest first. */
export async function listSandboxMessages(ctx: Ctx, query: MailboxQuery): Promise<SandboxMessage[]> {
  const { accountId, subjectIds, below, limit } = query;
  const rows =
    subjectIds === undefined
      ? await listMailboxRows(ctx.db, accountId, { below, limit })
      : await listMailboxRowsAbout(ctx.db, accountId, { subjectIds, below, limit });
  return rows.map((row) => toSandboxMessage(ctx, row));
}
