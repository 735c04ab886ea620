import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { sandboxMail } from '#modules/customers';
import { readIdCursor } from '#platform/http';
import { requireSandbox } from './require-sandbox.ts';
import { toMessageItem } from './to-message-item.ts';

type MailboxQuery = {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly about?: string | undefined;
};

/** What the agent's sandbox would have sent, newest first. */
export async function listMailbox(ctx: Ctx, query: MailboxQuery) {
  const { accountId } = requireSandbox(ctx);
  const limit = readLimit(query.limit);
  const messages = await sandboxMail.listSandboxMessages(ctx, {
    accountId,
    subjectIds: query.about === undefined ? undefined : [query.about],
    below: query.cursor === undefined ? undefined : readIdCursor('msg', query.cursor),
    limit: limit + 1,
  });
  return toPage(messages, limit, { item: toMessageItem, cursor: ({ id }) => writeCursor(id) });
}
