import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { StoredObject } from '#gateways/objects';
import { documentLost, fileRemoved } from '../errors.ts';
import { getDocumentRow } from './get-document-row.ts';

export type DocumentFile = StoredObject & { readonly name: string };

/** The file as it was uploaded. */
export async function getDocumentFile(ctx: Ctx, id: string): Promise<DocumentFile> {
  requireStaff(ctx.actor);
  const row = await getDocumentRow(ctx, id);
  if (row.fileRemovedAt !== null) throw fileRemoved();
  const stored = await ctx.objects.find(row.objectKey);
  if (stored === undefined) throw documentLost();
  return { ...stored, name: `${row.id}.pdf` };
}
