import type { Ctx, Tx } from '#context';
import { readNotices, recipientsOf, type NoticeKind } from './rules.ts';
import { listContactsRows } from './store.ts';

type Asked = { readonly notice: NoticeKind; readonly institutionIds: readonly string[] };

/** The addresses that each of these institutions chose for a notice; those that have none are left out. */
export async function listNoticeRecipients(
  ctx: Ctx | Tx,
  { notice, institutionIds }: Asked,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await listContactsRows(ctx.db, institutionIds);
  return new Map(
    rows.flatMap((row): [string, readonly string[]][] => {
      const recipients = recipientsOf(row, readNotices(row.notices)[notice]);
      return recipients.length === 0 ? [] : [[row.id, recipients]];
    }),
  );
}
