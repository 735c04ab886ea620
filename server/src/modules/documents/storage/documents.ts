import { buffer } from 'node:stream/consumers';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { StoredObject } from '#gateways/objects';
import type { Db } from '#platform/db';
import { notFound } from '#platform/errors';
import { withUpload } from '#platform/http';
import { documentLost, fileRemoved, pageNotDrawn } from '../errors.ts';
import { drawPage } from '../reading/draw-page.ts';
import { withReadingSlot } from '../reading/read-report.ts';
import { clientOf, documentsMax, isNothingRead } from '../rules.ts';
import type { DocumentView, ReportReading } from '../schemas.ts';
import { findById, findBySha, listOf, type DocumentRow } from './store.ts';

export async function getDocument(ctx: Ctx, id: string): Promise<DocumentView> {
  requireStaff(ctx.actor);
  return toDocumentView(await getDocumentRow(ctx, id));
}

async function getDocumentRow(ctx: Ctx, id: string): Promise<DocumentRow> {
  const row = await findById(ctx.db, id);
  if (row === undefined) throw notFound('There is no such document.');
  return row;
}

export type DocumentFile = StoredObject & { readonly name: string };

/** The file as it was uploaded, for an actor whose permission was checked. */
export async function getFileOfDocument(ctx: Ctx, id: string): Promise<DocumentFile> {
  const row = await getDocumentRow(ctx, id);
  if (row.fileRemovedAt !== null) throw fileRemoved();
  const stored = await ctx.objects.find(row.objectKey);
  if (stored === undefined) throw documentLost();
  return { ...stored, name: `${row.id}.pdf` };
}

/** The documents of an intake, oldest first. */
export async function listDocuments(ctx: Pick<Ctx, 'db'>, intakeId: string): Promise<DocumentView[]> {
  return (await listOf(ctx.db, intakeId, documentsMax)).map(toDocumentView);
}

type KnownReport = { readonly id: string; readonly reading: ReportReading };

/** A file that is stored as a document of the intake, so that it need not be read again. */
export async function findReportBySha(
  { db }: { readonly db: Db },
  intakeId: string,
  sha256: string,
): Promise<KnownReport | undefined> {
  const known = await findBySha(db, intakeId, sha256);
  return known === undefined || known.fileRemovedAt !== null ? undefined : { id: known.id, reading: known.reading };
}

const toDocumentView = (row: DocumentRow): DocumentView => ({
  object: 'document',
  id: row.id,
  intake_id: row.intakeId,
  sha256: row.sha256,
  size_bytes: row.sizeBytes,
  reading: row.reading,
  nothing_read: isNothingRead(row.reading),
  differences: [...row.differences],
  file_removed_at: row.fileRemovedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** The file as it was uploaded, for staff. */
export async function getDocumentFile(ctx: Ctx, id: string): Promise<DocumentFile> {
  requireStaff(ctx.actor);
  return getFileOfDocument(ctx, id);
}

type ImageCache = {
  find(key: string): Buffer | undefined;
  keep(key: string, image: Buffer): void;
};

/** The images that were requested last, as many as the bound allows. */
export function cacheImages({ maxBytes }: { readonly maxBytes: number }): ImageCache {
  // A Map keeps insertion order: the first key is the least recently used.
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    find(key) {
      const image = kept.get(key);
      if (image === undefined) return undefined;
      kept.delete(key);
      kept.set(key, image);
      return image;
    },
    keep(key, image) {
      if (image.length > maxBytes) return;
      remove(key);
      kept.set(key, image);
      bytes += image.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}

/** Some hundred pages: those that a caller views while a case is open. A file may be removed, so they are stored nowhere else. */
const images = cacheImages({ maxBytes: 16 * 1024 * 1024 });

/** Longer than anyone waits for an image. */
const timeoutMs = 45_000;

/** One page of a document as an image, for staff. Drawn on request, and cached for a while. */
export async function getPageImage(
  ctx: Ctx,
  { documentId, page }: { readonly documentId: string; readonly page: number },
): Promise<Buffer> {
  requireStaff(ctx.actor);
  const row = await getDocumentRow(ctx, documentId);
  if (page > row.reading.pages) throw notFound('The document has no such page.');
  const key = `${row.objectKey}/${page}`;
  const known = row.fileRemovedAt === null ? images.find(key) : undefined;
  if (known !== undefined) return known;
  const { content } = await getDocumentFile(ctx, documentId);
  const bytes = await buffer(content);
  const signal = AbortSignal.timeout(timeoutMs);
  const { ocr } = row.reading;
  const image = await withReadingSlot({ client: clientOf(ctx.actor), signal }, () =>
    withUpload(bytes, (file) => drawPage({ file, page, ocr, signal, reader: ctx.config.readers })),
  );
  if (image === undefined) throw pageNotDrawn();
  images.keep(key, image);
  return image;
}
