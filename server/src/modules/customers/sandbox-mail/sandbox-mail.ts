import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { toSandboxMessage, type SandboxMessage } from './mailbox-rules.ts';
import { deleteOldMailboxRows, findMailboxRow, listMailboxRows, listMailboxRowsAbout, listRowsAbout } from './store.ts';

type MessageKey = { readonly accountId: string; readonly id: string };

/** One message of an institution's sandbox; undefined for any other message. */
export async function findSandboxMessage(ctx: Ctx, { accountId, id }: MessageKey): Promise<SandboxMessage | undefined> {
  const row = await findMailboxRow(ctx.db, accountId, id);
  return row && toSandboxMessage(ctx, row);
}

type AboutQuery = { readonly subjectIds: readonly string[]; readonly limit: number };

/** Messages that a sandbox would have sent about these subjects, for any account, newest first; the caller checks who may see them. */
export async function listMessagesAbout(ctx: Ctx, { subjectIds, limit }: AboutQuery): Promise<SandboxMessage[]> {
  return (await listRowsAbout(ctx.db, subjectIds, limit)).map((row) => toSandboxMessage(ctx, row));
}

type MailboxQuery = {
  readonly accountId: string;
  /** Only messages about one of these. */
  readonly subjectIds?: readonly string[] | undefined;
  /** Only messages older than this one. */
  readonly below?: string | undefined;
  readonly limit: number;
};

/** The messages that the sandbox of an institution would have sent, newest first. */
export async function listSandboxMessages(ctx: Ctx, query: MailboxQuery): Promise<SandboxMessage[]> {
  const { accountId, subjectIds, below, limit } = query;
  const rows =
    subjectIds === undefined
      ? await listMailboxRows(ctx.db, accountId, { below, limit })
      : await listMailboxRowsAbout(ctx.db, accountId, { subjectIds, below, limit });
  return rows.map((row) => toSandboxMessage(ctx, row));
}

/** As long as the events that the same objects caused. */
const storedDays = 30;

/** Deletes old messages of every sandbox; returns how many. */
export async function purgeSandboxMessages(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldMailboxRows(ctx.db, addDays(ctx.clock.now(), -storedDays), limit)).length;
}
