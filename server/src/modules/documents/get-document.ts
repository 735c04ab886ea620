import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { KeptObject } from '#gateways/objects';
import { notFound } from '#platform/errors';
import { documentLost } from './errors.ts';
import { documentsMax } from './rules.ts';
import type { DocumentView } from './schemas.ts';
import { findById, listOf, type Document } from './store.ts';

/** The documents of an intake, in the order they came. */
export async function listDocuments(ctx: Pick<Ctx, 'db'>, intakeId: string): Promise<DocumentView[]> {
  return (await listOf(ctx.db, intakeId, documentsMax)).map(toView);
}

export async function getDocument(ctx: Ctx, id: string): Promise<DocumentView> {
  requireStaff(ctx.actor);
  return toView(await getRow(ctx, id));
}

export type DocumentFile = KeptObject & { readonly name: string };

/** The file as it was sent. */
export async function getDocumentFile(ctx: Ctx, id: string): Promise<DocumentFile> {
  requireStaff(ctx.actor);
  const row = await getRow(ctx, id);
  const kept = await ctx.objects.find(row.objectKey);
  if (kept === undefined) throw documentLost();
  return { ...kept, name: `${row.id}.pdf` };
}

async function getRow(ctx: Ctx, id: string): Promise<Document> {
  const row = await findById(ctx.db, id);
  if (row === undefined) throw notFound('There is no such document.');
  return row;
}

const toView = (row: Document): DocumentView => ({
  object: 'document',
  id: row.id,
  intake_id: row.intakeId,
  sha256: row.sha256,
  size_bytes: row.sizeBytes,
  reading: row.reading,
  differences: [...row.differences],
  created_at: row.createdAt.toISOString(),
});
