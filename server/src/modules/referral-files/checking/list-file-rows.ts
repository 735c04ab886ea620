import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { fileIn } from '../errors.ts';
import { getReferralFile } from '../files/get-referral-file.ts';
import { listRows, type FileRow, type RowFilter } from '../row-store.ts';
import type { ReferralFile } from '../store.ts';

type Page = { readonly id: string; readonly filter: RowFilter; readonly after: number };
type Found = { readonly file: ReferralFile; readonly rows: FileRow[]; readonly next: number | undefined };

const pageRows = 50;

/** A page of a file's rows after the dry run; `next` is the row after which it goes on. */
export async function listFileRows(ctx: Ctx, tenant: Tenant, { id, filter, after }: Page): Promise<Found> {
  const file = await getReferralFile(ctx, tenant, id);
  if (file.counts === null) throw fileIn(file.status);
  const rows = await listRows(ctx.db, file, { after, limit: pageRows + 1, filter });
  const next = rows.length > pageRows ? rows[pageRows - 1]?.rowNumber : undefined;
  return { file, rows: rows.slice(0, pageRows), next };
}
