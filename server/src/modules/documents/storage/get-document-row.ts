import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { findById, type DocumentRow } from './document-store.ts';

export async function getDocumentRow(ctx: Ctx, id: string): Promise<DocumentRow> {
  const row = await findById(ctx.db, id);
  if (row === undefined) throw notFound('There is no such document.');
  return row;
}
