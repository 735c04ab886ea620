import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { withUpload } from '#platform/http';
import type { Harness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { readReport, withReadingSlot } from './reading/read-report.ts';
import type { Difference, ReportReading } from './schemas.ts';
import { receiveReport, type ReceivedReport } from './storage/uploads.ts';
import { storeDocument } from './storage/stored-files.ts';

/** Longer than any reading may take. */
const timeoutMs = 100_000;

/** The reading of a PDF, without storing it. */
export const readPdf = (ctx: Parameters<typeof readReport>[0], pdf: Uint8Array): Promise<ReportReading> =>
  withUpload(pdf, (file) => readReport(ctx, { file, signal: AbortSignal.timeout(timeoutMs) }));

/** Receives a PDF as the upload route does. */
export const receivePdf = (ctx: Ctx, intakeId: string, pdf: Uint8Array): Promise<ReceivedReport> =>
  withUpload(pdf, (upload) => receiveReport(ctx, { intakeId, pdf: upload }));

type GivenDocument = Awaited<ReturnType<typeof storeDocument>> & {
  readonly received: ReceivedReport;
  readonly pdf: Buffer;
};

/** A synthetic report, stored as a document of an intake. */
export async function givenDocument(
  { ctx }: Harness,
  intakeId: string,
  { seed = 1, differences = [] }: { seed?: number; differences?: readonly Difference[] } = {},
): Promise<GivenDocument> {
  const { pdf } = await makeReport('ccc', seed);
  const received = await receivePdf(ctx, intakeId, pdf);
  const stored = await transact(ctx, (tx) => storeDocument(tx, { intakeId, received, differences }));
  return { ...stored, received, pdf };
}

/** An intake id that no other test of the file uses. */
export const newIntakeId = (): string => `int_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** The size of an object that exists; its content is not read. */
export async function objectSize({ objects }: Pick<Ctx, 'objects'>, objectKey: string): Promise<number | undefined> {
  const object = await objects.find(objectKey);
  object?.content.destroy();
  return object?.sizeBytes;
}

/** Occupies every reading slot of this process until the returned function is called. */
export function occupyReaders(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = { client: 'a test', signal: new AbortController().signal };
  for (const _ of [1, 2]) void withReadingSlot(waiting, () => promise);
  return resolve;
}
