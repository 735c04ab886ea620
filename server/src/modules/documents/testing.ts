import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { lendUpload } from '#platform/http';
import type { Harness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { keepDocument, type KeptDocument } from './keep-document.ts';
import { readReport, type ReadCtx } from './read-report.ts';
import { inTurn } from './reading-queue.ts';
import { receiveReport, type ReceivedReport } from './receive-report.ts';
import type { Difference, ReportReading } from './schemas.ts';

/** Longer than any reading may take. */
const patienceMs = 100_000;

/** What a PDF says, without keeping it. */
export const readPdf = (ctx: ReadCtx, pdf: Uint8Array): Promise<ReportReading> =>
  lendUpload(pdf, (file) => readReport(ctx, { file, signal: AbortSignal.timeout(patienceMs) }));

/** Hands in a PDF as the upload route does. */
export const receivePdf = (ctx: Ctx, intakeId: string, pdf: Uint8Array): Promise<ReceivedReport> =>
  lendUpload(pdf, (upload) => receiveReport(ctx, { intakeId, pdf: upload }));

export type GivenDocument = KeptDocument & { readonly received: ReceivedReport; readonly pdf: Buffer };

/** A synthetic report that an intake has. */
export async function givenDocument(
  { ctx }: Harness,
  intakeId: string,
  { seed = 1, differences = [] }: { seed?: number; differences?: readonly Difference[] } = {},
): Promise<GivenDocument> {
  const { pdf } = await makeReport('ccc', seed);
  const received = await receivePdf(ctx, intakeId, pdf);
  const kept = await transact(ctx, (tx) => keepDocument(tx, { intakeId, received, differences }));
  return { ...kept, received, pdf };
}

/** An intake id that no other test of the file uses. */
export const newIntakeId = (): string => `int_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** The size of an object that is there; its content is not read. */
export async function objectSize({ objects }: Pick<Ctx, 'objects'>, objectKey: string): Promise<number | undefined> {
  const found = await objects.find(objectKey);
  found?.content.destroy();
  return found?.sizeBytes;
}

/** Keeps everybody who reads in this process busy until it is called off. */
export function holdReaders(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = { caller: 'a test', signal: new AbortController().signal };
  for (const _ of [1, 2]) void inTurn(waiting, () => promise);
  return resolve;
}
