import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { sandboxMail } from '#modules/customers';
import { invalidCursor } from '#platform/errors';
import type { MailboxQuery } from '../schemas.ts';
import { listLinkedIds, listObjectsOf } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toMailboxItem } from './to-mailbox-item.ts';

const messageId = /^msg_[0-9A-Za-z]{1,60}$/;

/** What the sandbox would have sent, newest first; about one object, or about all. */
export async function listMailbox(ctx: Ctx, tenant: SandboxTenant, query: MailboxQuery) {
  const limit = readLimit(query.limit);
  const cursor = query.cursor === undefined ? [] : readCursor(query.cursor, [messageId]);
  if (cursor === undefined) throw invalidCursor();
  const subjectIds = query.about && [query.about, ...(await listLinkedIds(ctx.db, tenant, query.about))];
  const messages = await sandboxMail.listSandboxMessages(ctx, {
    accountId: tenant.institutionId,
    subjectIds: subjectIds === undefined || subjectIds === '' ? undefined : subjectIds,
    below: cursor[0],
    limit: limit + 1,
  });
  const subjects = messages.map(({ subjectId }) => subjectId);
  const objects = new Map((await listObjectsOf(ctx.db, tenant, subjects)).map((row) => [row.subjectId, row.objectId]));
  return toPage(messages, limit, {
    item: (message) => toMailboxItem(message, objects.get(message.subjectId)),
    cursor: ({ id }) => writeCursor(id),
  });
}
