import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { lockNames, transact } from '#platform/db';
import { payloadTooLarge } from '#platform/errors';
import { tooManyFiles, unreadableFile } from '../errors.ts';
import { fileBytesMax, filesPerDay } from '../rules.ts';
import { countFilesSince, insertFile, noteFile, updateFile, type ReferralFile } from '../store.ts';
import { insertRows } from '../row-store.ts';
import { getReferralFile } from './get-referral-file.ts';
import { readTable } from './read-table.ts';

type Received = { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> };

/** Rows of one statement. */
const rowsPerInsert = 1000;

/** Takes a file and reads it into its rows. It counts for the day before its first byte, however it ends. */
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
    const pieces = await collect(chunks);
    const { rows, columns, ...format } = await readTable(pieces);
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await transact(ctx, async (tx) => {
      for (let from = 0; from < rows.length; from += rowsPerInsert)
        insertRows(tx.db, key, rows.slice(from, from + rowsPerInsert));
      const read = { ...format, columns, size_bytes: size, row_count: rows.length };
      updateFile(tx.db, key, { ...read, status: 'uploaded', updated_at: tx.clock.now() });
    });
  } catch (error) {
    const problem = error instanceof FileProblem ? error.code : 'upload_failed';
    await noteFile(ctx.db, key, { status: 'failed', problem, updated_at: ctx.clock.now() });
    throw error instanceof FileProblem ? unreadableFile(`The file cannot be read: ${error.code}.`) : error;
  }
  return getReferralFile(ctx, tenant, key.id);
}

const shownName = (name: string): string => [...stripControls(name).trim()].slice(0, 200).join('') || 'referrals';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > fileBytesMax) throw payloadTooLarge();
    pieces.push(chunk);
  }
  return pieces;
}
