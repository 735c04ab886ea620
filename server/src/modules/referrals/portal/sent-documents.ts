import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { stripControls } from '#modules/customers';
import { getFileOfDocument, type DocumentFile } from '#modules/documents';
import { takeReport, type FactSources } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { uploadRefused, withUpload } from '#platform/http';
import { documentNotFound, invalidState, referralNotFound } from '../errors.ts';
import { statusAt } from '../rules.ts';
import { findReferral } from '../store.ts';
import { hasOpenConsultation, isPdf, toFileName } from './rules.ts';
import { findSentDocument, insertSentDocument } from './sent-document-store.ts';

type SendDocument = {
  readonly id: string;
  readonly fileName: string;
  /** Reads the body; called once the referral is known to accept a document. */
  read(): Promise<Buffer>;
  /** Aborts reading when the client disconnects. */
  readonly signal: AbortSignal;
  readonly sources: FactSources;
  /** For handling the file before the case changes; none of it is in the trail. */
  readonly files: Ctx;
};

/**
 * The institution sends the insurer's report that it received: the report is added to the case, and the institution can
 * still see it.
 */
export async function sendDocument(
  ctx: Ctx,
  tenant: Tenant,
  { id, fileName, read, signal, sources, files }: SendDocument,
): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  const referral = await findReferral(ctx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  const status = statusAt(referral, ctx.clock.now());
  const { consultationId } = referral;
  if (consultationId === null || !hasOpenConsultation(status)) throw invalidState(status);
  const bytes = await read();
  if (!isPdf(bytes)) throw uploadRefused('is not a PDF');
  await withUpload(bytes, (pdf) =>
    takeReport(ctx, sources, {
      consultationId,
      pdf,
      signal,
      files,
      also: (tx, documentId) =>
        insertSentDocument(tx.db, tenant, {
          referralId: id,
          documentId,
          fileName: toFileName(stripControls(fileName)),
          userId,
          sentAt: tx.clock.now(),
        }),
    }),
  );
}

type SentFile = { readonly referralId: string; readonly documentId: string };

/** A file that this institution sent; the borrower's files do not exist for it. */
export async function getSentDocumentFile(ctx: Ctx, tenant: Tenant, file: SentFile): Promise<DocumentFile> {
  if ((await findSentDocument(ctx.db, tenant, file)) === undefined) throw documentNotFound();
  return getFileOfDocument(ctx, file.documentId);
}
