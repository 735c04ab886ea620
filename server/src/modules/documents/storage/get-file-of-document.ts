import type { Ctx } from '#context';
import type { StoredObject } from '#gateways/objects';
import { documentLost, fileRemoved } from '../errors.ts';
import { getDocumentRow } from './get-document-row.ts';

export type DocumentFile = StoredObject & { readonly name: string };

/** The file as it was uploaded, for whoever showed that they may have it. */
export async function getFileOfDocument(ctx: Ctx, id: string): Promise<DocumentFile> {
  const row = await getDocumentRow(ctx, id);
  if (row.fileRemovedAt !== null) throw fileRemoved();
  const stored = await ctx.objects.find(row.objectKey);
  if (stored === undefined) throw documentLost();
  return { ...stored, name: `${row.id}.pdf` };
}
