import type { Ctx } from '#context';
import { getFileOfDocument, type DocumentFile } from '#modules/documents';
import type { Tenant } from '#modules/partners';
import { documentNotFound } from '../errors.ts';
import { findSentDocument } from './sent-document-store.ts';

type SentFile = { readonly referralId: string; readonly documentId: string };

/** A file that this institution sent itself; what the borrower sent does not exist for it. */
export async function getSentDocumentFile(ctx: Ctx, tenant: Tenant, file: SentFile): Promise<DocumentFile> {
  if ((await findSentDocument(ctx.db, tenant, file)) === undefined) throw documentNotFound();
  return getFileOfDocument(ctx, file.documentId);
}
