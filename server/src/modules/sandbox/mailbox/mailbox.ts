import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { sandboxMail } from '#modules/customers';
import { invalidCursor } from '#platform/errors';
import { messageNotFound } from '../errors.ts';
import type { SandboxTenant } from '../rules.ts';
import type { MailboxItem, MailboxMessage, MailboxQuery } from '../schemas.ts';
import { listLinkedIds, listObjectsOf } from '../store.ts';

/** An email as HTML. Text messages have none. */
export async function getMailboxHtml(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<string> {
  const message = await sandboxMail.findSandboxMessage(ctx, { accountId: tenant.institutionId, id });
  if (message?.html === undefined) throw messageNotFound();
  return message.html;
}

/** One message as its recipient would have got it, as text. */
export async function getMailboxMessage(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<MailboxMessage> {
  const message = await sandboxMail.findSandboxMessage(ctx, { accountId: tenant.institutionId, id });
  if (message === undefined) throw messageNotFound();
  const [object] = await listObjectsOf(ctx.db, tenant, [message.subjectId]);
  return {
    ...toMailboxItem(message, object?.objectId),
    text: message.text,
    links: [...message.links],
    has_html: message.html !== undefined,
  };
}

const messageId = /^msg_[0-9A-Za-z]{1,60}$/;

/** What the sandbox would have sent, newest first, about one object or all. */
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

/** A message as a list item. `objectId` is its referral or enrollment, if that still exists. */
function toMailboxItem(message: sandboxMail.SandboxMessage, objectId: string | undefined): MailboxItem {
  const { id, purpose, channel, from, to, subject, subjectId, createdAt } = message;
  return {
    id,
    object: 'sandbox.message',
    purpose,
    channel,
    from,
    to,
    subject: subject ?? null,
    about: aboutOf(subjectId, objectId),
    created_at: createdAt.toISOString(),
  };
}

function aboutOf(subjectId: string, objectId: string | undefined): MailboxItem['about'] {
  if (subjectId.startsWith('whe_')) return { id: subjectId, object: 'endpoint' };
  if (objectId === undefined) return { id: subjectId, object: 'removed' };
  return { id: objectId, object: objectId.startsWith('ref_') ? 'referral' : 'enrollment' };
}
