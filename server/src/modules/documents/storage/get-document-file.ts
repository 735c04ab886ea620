import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getFileOfDocument, type DocumentFile } from './get-file-of-document.ts';

/** The file as it was uploaded, for staff. */
export async function getDocumentFile(ctx: Ctx, id: string): Promise<DocumentFile> {
  requireStaff(ctx.actor);
  return getFileOfDocument(ctx, id);
}
