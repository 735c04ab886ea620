import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { getContacts } from './get-contacts.ts';
import type { Notices } from './rules.ts';
import type { Contacts } from './schemas.ts';
import { lockContactsRow, updateNotices } from './store.ts';

/** Which of the institution's addresses get which mail, from the next mail on. */
export async function setNotices(ctx: Ctx, institutionId: string, notices: Notices): Promise<Contacts> {
  await transact(ctx, async (tx) => {
    if ((await lockContactsRow(tx.db, institutionId)) === undefined) throw notFound();
    updateNotices(tx.db, institutionId, notices);
  });
  return getContacts(ctx, institutionId);
}
