import type { Ctx } from '#context';
import { toSandboxMessage, type SandboxMessage } from './mailbox-rules.ts';
import { findMailboxRow } from './store.ts';

type MessageKey = { readonly accountId: string; readonly id: string };

/** One message of an institution's sandbox; undefined for every other message there is. */
export async function findSandboxMessage(ctx: Ctx, { accountId, id }: MessageKey): Promise<SandboxMessage | undefined> {
  const row = await findMailboxRow(ctx.db, accountId, id);
  return row && toSandboxMessage(ctx, row);
}
