import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { readNotices, type ContactKind } from './rules.ts';
import type { Contacts } from './schemas.ts';
import { listContactsRows, listOpenChanges } from './store.ts';

/** Whom we write to at an institution, and about what. */
export async function getContacts(ctx: Ctx, institutionId: string): Promise<Contacts> {
  const [[row], changes] = await Promise.all([
    listContactsRows(ctx.db, [institutionId]),
    listOpenChanges(ctx.db, institutionId, ctx.clock.now()),
  ]);
  if (row === undefined) throw notFound();
  const contact = (kind: ContactKind) => {
    const change = changes.find((one) => one.kind === kind);
    const pending = change && { email: change.email, expires_at: change.expires_at.toISOString() };
    return { email: row[kind], pending: pending ?? null };
  };
  const { endpoint_warnings: warnings, statements, security_notices: security } = readNotices(row.notices);
  return {
    object: 'portal.contacts',
    technical: contact('technical'),
    operations: contact('operations'),
    billing: contact('billing'),
    notices: { endpoint_warnings: [...warnings], statements: [...statements], security_notices: [...security] },
  };
}
