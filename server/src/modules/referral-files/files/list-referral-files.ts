import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { listFiles, type ReferralFile } from '../store.ts';

type Page = { readonly before: string | undefined; readonly limit: number };

/** After every id. */
const last = 'rff_~';

/** Newest first; `next` is where the list goes on. */
export async function listReferralFiles(
  { db }: Ctx,
  tenant: Tenant,
  { before = last, limit }: Page,
): Promise<{ readonly files: ReferralFile[]; readonly next: string | undefined }> {
  const files = await listFiles(db, tenant, { before, limit: limit + 1 });
  return { files: files.slice(0, limit), next: files.length > limit ? files[limit - 1]?.id : undefined };
}
