import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { lockNames, transact } from '#platform/db';
import { withSpooledBody } from '#platform/http';
import { fileLane, refuseWith } from '#platform/parsing';
import { tooManyFiles, unreadableFile } from '../errors.ts';
import { fileBytesMax, filesPerDay } from '../rules.ts';
import { countFilesSince, insertFile, noteFile, updateFile, type ReferralFile } from '../store.ts';
import { insertRows } from '../row-store.ts';
import { getReferralFile } from './get-referral-file.ts';
import type { parse } from './table-parser.ts';

type Received = { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> };

const inTableTurn = fileLane.parser<typeof parse>(new URL('table-parser.ts', import.meta.url));

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
