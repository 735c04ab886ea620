import { buffer } from 'node:stream/consumers';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { withUpload } from '#platform/http';
import { pageNotDrawn } from '../errors.ts';
import { drawPage } from '../reading/draw-page.ts';
import { withReadingSlot } from '../reading/with-reading-slot.ts';
import { clientOf } from '../rules.ts';
import { cacheImages } from './cache-images.ts';
import { getDocumentFile } from './get-document-file.ts';
import { getDocumentRow } from './get-document-row.ts';

/** Some hundred pages: what a caller looks at while a case is open. A file may be removed, so they are kept nowhere else. */
const images = cacheImages({ maxBytes: 16 * 1024 * 1024 });

/** Nobody waits longer for a picture. */
const timeoutMs = 45_000;

/** One page of a document as an image, for staff. Drawn when it is asked for, and remembered for a while. */
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
