import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isObjectsFull } from '#gateways/objects';
import { createFairQueue } from '#lib/concurrency/fair-queue';
import type { DetectedFile } from '#lib/tables/detect-format';
import { isZip } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { lockNames, transact } from '#platform/db';
import { payloadTooLarge, storageFull, unavailable } from '#platform/errors';
import { fileLane, refuseWith } from '#platform/parsing';
import { tooManyFiles, unreadableFile } from '../roster-files/errors.ts';
import { readParts } from '../roster-reading/reading.ts';
import type { parse } from '../roster-reading/roster-parser.ts';
import { bytesMaxOf, fileBytesMax, filesPerDay, partBytes, partKeys } from '../roster-files/rules.ts';
import { countFilesSince, insertFile, noteFile, updateFile, type RosterFile } from '../roster-files/store.ts';
import { getRosterFile, removeUpload } from './roster-files.ts';

type Received = { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> };

/** Enough for the header and the rows that are shown. */
const headBytes = 262_144;

/**
 * Each upload holds a part or two in memory, so few are received at the same time; the bytes of others wait in their
 * sockets.
 */
const inUploadTurn = createFairQueue({
  concurrency: 16,
  maxWaiting: 100,
  maxWaitingPerClient: 60,
  refuse: () =>
    unavailable('Too many files are arriving at the moment; please send it again later.', { retryAfterS: 10 }),
});

const inFileTurn = fileLane.parser<typeof parse>(new URL('../roster-reading/roster-parser.ts', import.meta.url));

/**
 * Receives a file in one pass: part by part into the object store, so that at most one part of it is in memory. Its row
 * exists before its first byte, so that whatever an upload leaves behind is found and removed.
 */
export async function receiveRosterFile(ctx: Ctx, tenant: Tenant, { name, chunks }: Received): Promise<RosterFile> {
  return inUploadTurn({ client: tenant.institutionId }, () => receive(ctx, tenant, { name, chunks }));
}

async function receive(ctx: Ctx, tenant: Tenant, { name, chunks }: Received): Promise<RosterFile> {
  const { userId } = requirePortal(ctx.actor);
  const now = ctx.clock.now();
  const key = { institutionId: tenant.institutionId, livemode: tenant.livemode, id: newId('rsf', now) };
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`roster_files/${key.institutionId}/${key.livemode}`]);
    if ((await countFilesSince(tx.db, tenant, addDays(now, -1))) >= filesPerDay) throw tooManyFiles();
    insertFile(tx.db, { ...key, userId, name: shownName(name), now });
  });
  try {
    const stored = await storeParts(ctx, key, chunks);
    const detected = await detect(ctx, key, stored);
    const { kind, encoding, delimiter = null } = detected.format;
    const { columns, samples } = detected;
    const found = { kind, encoding, delimiter, columns, samples, size_bytes: stored.bytes, parts: stored.parts };
    await transact(ctx, async (tx) =>
      updateFile(tx.db, key, { ...found, status: 'uploaded', updated_at: ctx.clock.now() }),
    );
  } catch (error) {
    await removeUpload(ctx, key);
    await noteFile(ctx.db, key, { status: 'failed', problem: problemOf(error), updated_at: ctx.clock.now() });
    throw error instanceof FileProblem ? unreadableFile(`The file cannot be read as a roster: ${error.code}.`) : error;
  }
  return getRosterFile(ctx, tenant, key.id);
}

async function detect(ctx: Ctx, key: Key, { head, isUtf8, parts }: StoredParts): Promise<DetectedFile> {
  const chunks = readParts(ctx, { ...key, parts });
  const answer = async () => (await chunks.next()).value;
  const parsed = await inFileTurn({ owner: key.institutionId }, (parseHead) => parseHead({ head, isUtf8 }, { answer }))
    .catch(refuseWith(() => new FileProblem('takes_too_long')))
    .finally(() => chunks.return(undefined));
  if ('problem' in parsed) throw new FileProblem(parsed.problem);
  if (parsed.detected === undefined) throw new Error('a head has a format or a problem');
  return parsed.detected;
}

const problemOf = (error: unknown): string => (error instanceof FileProblem ? error.code : 'upload_failed');

const shownName = (name: string): string => [...stripControls(name).trim()].slice(0, 200).join('') || 'roster';

type Key = Tenant & { readonly id: string };
type StoredParts = { readonly bytes: number; readonly parts: number; readonly head: Buffer; readonly isUtf8: boolean };

async function storeParts(ctx: Ctx, key: Key, chunks: AsyncIterable<Uint8Array>): Promise<StoredParts> {
  const keys = partKeys(key, Math.ceil(fileBytesMax / partBytes));
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let head = Buffer.alloc(0);
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let bytes = 0;
  let parts = 0;
  const put = async () => {
    const part = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    await createPart(ctx, keys[parts] ?? '', part);
    parts += 1;
  };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    if (bytes > bytesMaxOf(isZip(head) ? 'xlsx' : 'csv')) throw payloadTooLarge();
    isUtf8 &&= isValid(utf8, chunk);
    for (let from = 0; from < chunk.length;) {
      const some = chunk.subarray(from, from + partBytes - heldBytes);
      held.push(some);
      heldBytes += some.length;
      from += some.length;
      if (heldBytes === partBytes) await put();
    }
  }
  if (bytes === 0) throw new FileProblem('empty_file');
  if (heldBytes > 0) await put();
  return { bytes, parts, head, isUtf8 };
}

async function createPart({ objects }: Ctx, key: string, bytes: Buffer): Promise<void> {
  await objects.create({ key, bytes, type: 'application/octet-stream' }).catch((error: unknown) => {
    throw isObjectsFull(error) ? storageFull(error) : error;
  });
}

function isValid(utf8: InstanceType<typeof TextDecoder>, chunk: Uint8Array): boolean {
  try {
    utf8.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
