import { read } from 'node:fs';
import { promisify } from 'node:util';
import { isInAgentSandbox, type Actor } from '#actor';
import type { Ctx, Tx } from '#context';
import { isObjectsFull } from '#gateways/objects';
import { randomBase62 } from '#lib/tokens/base62';
import { transact, type Db } from '#platform/db';
import { rateLimited, storageFull } from '#platform/errors';
import type { Upload, UploadMeter } from '#platform/http';
import { takesTooLong, tooManyDocuments, tooManyUploads } from '../errors.ts';
import { documentMetrics } from '../metrics.ts';
import { readReport, withReadingSlot } from '../reading/read-report.ts';
import { clientOf, dayOf, documentsMax, secondsLeftOfDay, uploadBudgets, type UploadBudget } from '../rules.ts';
import type { ReportReading } from '../schemas.ts';
import { insertPut } from './put-store.ts';
import {
  addUploadBytes,
  countOf,
  deleteUploadBudgets,
  listUploadBytes,
  removeFile,
  returnUploadBytes,
  updateFileStays,
  updateReviewed,
  type Spent,
} from './store.ts';

type ReceiveReport = {
  readonly intakeId: string;
  /** As provided by `readUpload`. */
  readonly pdf: Upload;
  /** Aborts the work when the client no longer waits. */
  readonly signal?: AbortSignal;
};

export type ReceivedReport = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly reading: ReportReading;
};

/** Counted from the end of the upload; clients are promised an answer within 120 seconds (D-051). */
const timeoutMs = 100_000;

/**
 * Reads a report and puts it into the object store, recording only that put. The calling verb stores the document together with its own
 * change, so a receipt never names a missing file; an object without a document is removed later.
 */
export async function receiveReport(ctx: Ctx, { intakeId, pdf, ...given }: ReceiveReport): Promise<ReceivedReport> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = given.signal === undefined ? late : AbortSignal.any([late, given.signal]);
  return withReadingSlot({ client: clientOf(ctx.actor), signal }, async () => {
    const reading = await readReport(ctx, { file: pdf, signal }).catch((error: unknown) => {
      throw signal.aborted ? takesTooLong() : error;
    });
    const { sha256, sizeBytes } = pdf;
    // A key for this put alone: if it fails, its object can be removed without affecting any other.
    const objectKey = `intakes/${intakeId}/${sha256}-${randomBase62(12)}.pdf`;
    await insertPut(ctx.db, objectKey);
    const bytes = await readAll(pdf);
    await ctx.objects.create({ key: objectKey, bytes, type: 'application/pdf', signal }).catch((error: unknown) => {
      if (!isObjectsFull(error)) throw error;
      ctx.metrics.of(documentMetrics).refused.inc({ reason: 'full' });
      throw storageFull(error);
    });
    return { sha256, sizeBytes, objectKey, reading };
  });
}

const readFd = promisify(read);

async function readAll({ fd, sizeBytes }: Upload): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  while (length < sizeBytes) {
    const { bytesRead } = await readFd(fd, bytes, length, sizeBytes - length, length);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    length += bytesRead;
  }
  return bytes;
}

/** All documents of an intake at once, and two that turn out to be too many. */
const perIntake = documentsMax + 2;
/** Under half of the files that may wait to be read, so that no client can take every slot. */
const perClient = { anonymous: 12, registered: 24 } as const;

/** The agent sandbox reads with the same programs, so it gets few of the slots, however many clients use it. */
const perSandbox = 4;

/** Uploads in progress in this process, by intake and by client. */
const underWay = new Map<string, number>();

/** Identified by name, with several people or programs behind it. */
const isRegistered = (actor: Actor): boolean =>
  (actor.kind === 'agent' && !isInAgentSandbox(actor)) || actor.kind === 'portal';

type Uploader = { readonly actor: Actor; readonly intakeId: string };

/**
 * Runs `work` if the intake and the client have a slot left for one more upload, from its first byte to its answer. It
 * bounds concurrency, not frequency: a client that waits for its answers never exceeds it (D-067).
 */
export async function withUploadSlot<T>({ actor, intakeId }: Uploader, work: () => Promise<T>): Promise<T> {
  const slots = [
    { name: `intake/${intakeId}`, most: perIntake },
    { name: `caller/${clientOf(actor)}`, most: isRegistered(actor) ? perClient.registered : perClient.anonymous },
    ...(isInAgentSandbox(actor) ? [{ name: 'sandbox', most: perSandbox }] : []),
  ];
  if (slots.some(({ name, most }) => (underWay.get(name) ?? 0) >= most)) throw tooManyUploads();
  for (const { name } of slots) underWay.set(name, (underWay.get(name) ?? 0) + 1);
  try {
    return await work();
  } finally {
    for (const { name } of slots) leave(name);
  }
}

function leave(name: string): void {
  const left = (underWay.get(name) ?? 0) - 1;
  if (left > 0) underWay.set(name, left);
  else underWay.delete(name);
}

/**
 * Reserved ahead of the arrived bytes. Small, because a client that opens connections and sends nothing holds this
 * much of the shared budget; large enough that the largest file costs fifteen statements.
 */
const stepBytes = 1_048_576;

const clients: Partial<Record<Actor['kind'], string>> = { agent: 'agent', portal: 'institution' };

/**
 * Counts an upload against the budgets of its client (D-067). Bytes are reserved before they are written, so that
 * concurrent uploads cannot exceed a budget together; arrived bytes count, whatever happens to the file.
 */
export function meterUpload(ctx: Ctx): UploadMeter {
  const { refused, bytes: taken } = ctx.metrics.of(documentMetrics);
  const budgets = uploadBudgets(ctx.actor, ctx.config, ctx.vault);
  // An upload counts for the day on which it began, even if it ends after midnight.
  const counted = { names: budgets.map(({ name }) => name), day: dayOf(ctx.clock.now()) };
  let announced = 0;
  let reserved = 0;
  const refuse = (budget: UploadBudget) => {
    refused.inc({ reason: budget.kind });
    return rateLimited(secondsLeftOfDay(ctx.clock.now()));
  };
  return {
    async expect(bytes) {
      announced = bytes;
      const [free, spent] = await Promise.all([ctx.objects.freeBytes(), listUploadBytes(ctx.db, counted)]);
      if (free !== undefined && free < bytes) {
        refused.inc({ reason: 'full' });
        throw storageFull();
      }
      const over = findOver(budgets, spent, Math.max(1, bytes));
      if (over !== undefined) throw refuse(over);
    },
    async take(bytes) {
      if (bytes <= reserved) return;
      const ahead = Math.max(bytes, Math.min(announced, bytes + stepBytes));
      await transact(ctx, async (tx) => {
        const over = findOver(budgets, await addUploadBytes(tx.db, counted, ahead - reserved), 0);
        if (over !== undefined) throw refuse(over);
      });
      reserved = ahead;
    },
    async end(bytes) {
      taken.inc({ client: clients[ctx.actor.kind] ?? 'anonymous' }, Math.min(bytes, reserved));
      if (reserved > bytes) await returnUploadBytes(ctx.db, counted, reserved - bytes);
    },
  };
}

/** The first budget that these bytes would exceed. */
const findOver = (budgets: readonly UploadBudget[], spent: readonly Spent[], more: number): UploadBudget | undefined =>
  budgets.find(({ name, mostBytes }) => (spent.find((one) => one.name === name)?.bytes ?? 0) + more > mostBytes);

const dayMs = 86_400_000;

/** Deletes the counts of past days; the last one stays for investigations. */
export async function purgeUploadBudgets(ctx: Ctx, limit: number): Promise<number> {
  const yesterday = dayOf(new Date(ctx.clock.now().getTime() - dayMs));
  return (await deleteUploadBudgets(ctx.db, yesterday, limit)).length;
}

/** Measures the space for files, where the store reports it. */
export async function measureFreeSpace(ctx: Ctx): Promise<number> {
  const free = await ctx.objects.freeBytes();
  if (free !== undefined) ctx.metrics.of(documentMetrics).freeBytes.set(free);
  return 0;
}

/** Refuses an eleventh document before its file is read. */
export async function requireDocumentCapacity({ db }: { readonly db: Db }, intakeId: string): Promise<void> {
  if ((await countOf(db, intakeId)) >= documentsMax) throw tooManyDocuments(documentsMax);
}

/** Keeps a file permanently, removes it, or checks it again later; the object itself is removed by the sweep of orphans. */
export function settleFile(tx: Tx, id: string, verdict: 'stays' | 'waits' | 'goes'): void {
  const now = tx.clock.now();
  if (verdict === 'stays') updateFileStays(tx.db, id);
  else if (verdict === 'waits') updateReviewed(tx.db, id, now);
  else removeFile(tx.db, id, now);
}
