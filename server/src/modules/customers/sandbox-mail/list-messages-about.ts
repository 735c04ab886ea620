import type { Ctx } from '#context';
import { toSandboxMessage, type SandboxMessage } from './mailbox-rules.ts';
import { listRowsAbout } from './store.ts';

type AboutQuery = { readonly subjectIds: readonly string[]; readonly limit: number };

/** What a sandbox would have sent about these, whosever they are, newest first; the caller knows who may see it. */
export async function listMessagesAbout(ctx: Ctx, { subjectIds, limit }: AboutQuery): Promise<SandboxMessage[]> {
  return (await listRowsAbout(ctx.db, subjectIds, limit)).map((row) => toSandboxMessage(ctx, row));
}
