import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { DocumentView } from '../schemas.ts';
import { toDocumentView } from './to-document-view.ts';
import { getDocumentRow } from './get-document-row.ts';

export async function getDocument(ctx: Ctx, id: string): Promise<DocumentView> {
  requireStaff(ctx.actor);
  return toDocumentView(await getDocumentRow(ctx, id));
}
