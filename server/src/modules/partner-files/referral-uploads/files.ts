import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { addDays, addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { lockNames, transact } from '#platform/db';
import { withSpooledBody } from '#platform/http';
import { fileLane, refuseWith } from '#platform/parsing';
import { referralFileNotFound, tooManyFiles, unreadableFile } from '../referral-files/errors.ts';
import { emptyRows, insertRows } from '../referral-files/row-store.ts';
import { cellsGoAt, fileBytesMax, fileGoesAt, filesPerDay } from '../referral-files/rules.ts';
import {
  countFilesSince,
  deleteFile,
  findFile,
  insertFile,
  listAbandoned,
  listFiles,
  listFull,
  listOld,
  lockFile,
  noteFile,
  updateFile,
  type FileKey,
  type ReferralFile,
} from '../referral-files/store.ts';
import type { parse } from './table-parser.ts';

export async function getReferralFile({ db }: Ctx | Tx, tenant: Tenant, id: string): Promise<ReferralFile> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw referralFileNotFound();
  return file;
}

type Page = { readonly before: string | undefined; readonly limit: number };

/** Sorts after every id. */
const last = 'rff_~';

/** Newest first; `next` is where the list continues. */
export async function listReferralFiles(
  { db }: Ctx,
  tenant: Tenant,
  { before = last, limit }: Page,
): Promise<{ readonly files: ReferralFile[]; readonly next: string | undefined }> {
  const files = await listFiles(db, tenant, { before, limit: limit + 1 });
  return { files: files.slice(0, limit), next: files.length > limit ? files[limit - 1]?.id : undefined };
}

/** A file has up to 5,000 rows. */
const filesPerTurn = 20;
const uploadHours = 6;

/** Removes the cells of files after seven days, and everything about a file after thirty; returns how many files. */
export async function purgeReferralFiles(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const some = Math.min(limit, filesPerTurn);
  for (const file of await listAbandoned(ctx.db, addHours(now, -uploadHours), some))
    await noteFile(ctx.db, file, { status: 'failed', problem: 'upload_failed', updated_at: now });
  const full = await listFull(ctx.db, addDays(now, -daysOf(cellsGoAt)), some);
  for (const file of full) await empty(ctx, file);
  const old = await listOld(ctx.db, addDays(now, -daysOf(fileGoesAt)), some);
  for (const file of old) await transact(ctx, async (tx) => deleteFile(tx.db, file));
  return full.length + old.length;
}

const daysOf = (goesAt: (createdAt: Date) => Date): number => goesAt(new Date(0)).getTime() / 86_400_000;

const empty = (ctx: Ctx, key: FileKey): Promise<void> =>
  transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, key, key.id);
    if (file === undefined || file.status === 'applying') return;
    emptyRows(tx.db, key);
    const ended = file.status === 'uploaded' || file.status === 'checked' ? ({ status: 'expired' } as const) : {};
    updateFile(tx.db, key, { ...ended, emptied_at: tx.clock.now(), updated_at: tx.clock.now() });
  });

type Received = { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> };

const inTableTurn = fileLane.parser<typeof parse>(new URL('table-parser.ts', import.meta.url));

/** Receives a file and reads it into its rows. It counts for the day before its first byte, however it ends. */
export async function receiveReferralFile(ctx: Ctx, tenant: Tenant, { name, chunks }: Received): Promise<ReferralFile> {
  const { userId } = requirePortal(ctx.actor);
  const now = ctx.clock.now();
  const key = { institutionId: tenant.institutionId, livemode: tenant.livemode, id: newId('rff', now) };
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`referral_files/${key.institutionId}/${key.livemode}`]);
    if ((await countFilesSince(tx.db, tenant, addDays(now, -1))) >= filesPerDay) throw tooManyFiles();
    insertFile(tx.db, { ...key, userId, name: shownName(name), now });
  });
  try {
    await withSpooledBody(chunks, fileBytesMax, (file) =>
      // The turn lasts until the rows are stored, so that one table at a time is in memory.
      inTableTurn({ owner: key.institutionId }, async (parseTable) => {
        const table = await parseTable(file).catch(refuseWith(() => new FileProblem('takes_too_long')));
        if ('problem' in table) throw new FileProblem(table.problem);
        const { batches, rowCount, ...read } = table;
        await transact(ctx, async (tx) => {
          for (const rows of batches) insertRows(tx.db, key, rows);
          const found = { ...read, size_bytes: file.sizeBytes, row_count: rowCount };
          updateFile(tx.db, key, { ...found, status: 'uploaded', updated_at: tx.clock.now() });
        });
      }),
    );
  } catch (error) {
    const problem = error instanceof FileProblem ? error.code : 'upload_failed';
    await noteFile(ctx.db, key, { status: 'failed', problem, updated_at: ctx.clock.now() });
    throw error instanceof FileProblem ? unreadableFile(`The file cannot be read: ${error.code}.`) : error;
  }
  return getReferralFile(ctx, tenant, key.id);
}

const shownName = (name: string): string => [...stripControls(name).trim()].slice(0, 200).join('') || 'referrals';
