import type { Ctx, Tx } from '#context';
import { createReferrals, listKnownReferrals, type NewReferral } from '#modules/referrals';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { toReferralBody, type Mapping } from '../field-rules.ts';
import { blockRows, isSameInvitation, toCandidate, type Verdict } from '../rules.ts';
import { insertBlock, lockReadyRows, updateOutcomes, type FileRow } from '../row-store.ts';
import { claimFile, updateFile, type FileKey, type ReferralFile } from '../store.ts';
import { findStop } from './find-stop.ts';

/**
 * Refers the next rows of a file in one transaction, which holds the file and has a key of its own: whatever is interrupted or
 * done by two, a block is done once. Returns how many rows; undefined when there is nothing to do.
 */
export const applyBlock = (ctx: Ctx, key: FileKey): Promise<number | undefined> =>
  transact(ctx, async (tx) => {
    const file = await claimFile(tx.db, key);
    if (file === undefined || file.mapping === null) return undefined;
    const now = tx.clock.now();
    const problem = await findStop(tx, file);
    if (problem !== undefined) {
      updateFile(tx.db, file, { status: 'stopped', problem, finished_at: now, updated_at: now });
      return 0;
    }
    const rows = await lockReadyRows(tx.db, file, blockRows);
    if (rows.length > 0) await referRows(tx, file, { rows, mapping: file.mapping });
    const ended = rows.length < blockRows ? ({ status: 'applied', finished_at: now } as const) : {};
    updateFile(tx.db, file, { ...ended, problem: null, attempts: 0, retry_at: null, updated_at: now });
    return rows.length;
  });

type Block = { readonly rows: readonly FileRow[]; readonly mapping: Mapping };

async function referRows(tx: Tx, file: ReferralFile, { rows, mapping }: Block): Promise<void> {
  insertBlock(tx.db, file, { number: file.blocks, now: tx.clock.now() });
  const drafts = rows.map((row) => ({ row, request: toRequest(row, mapping) }));
  const invited = await listInvited(tx, file, drafts);
  const wanted = drafts.filter(({ row }) => !invited.has(row.rowNumber));
  const requests = wanted.map(({ request }) => request);
  const made = await createReferrals(tx, { tenant: file, submittedVia: 'portal', requests });
  const verdicts = rows.map((row): Verdict => {
    const index = wanted.findIndex((one) => one.row === row);
    const outcome = made[index];
    const { rowNumber, warnings } = row;
    const none = { rowNumber, issues: null, warnings, firstRow: null };
    if (outcome === undefined || outcome instanceof AppError) {
      const id = outcome?.details['referral_id'] ?? invited.get(rowNumber) ?? null;
      return { ...none, outcome: 'overtaken', referralId: id as string | null };
    }
    // Only now is it said who it is: they are referred, and no longer just looked up.
    const all = outcome.statusNote === null ? (warnings ?? []) : [...(warnings ?? []), 'suppressed'];
    return { ...none, outcome: 'referred', warnings: all.length === 0 ? null : all, referralId: outcome.id };
  });
  updateOutcomes(tx.db, file, verdicts);
  const referred = verdicts.filter(({ outcome }) => outcome === 'referred');
  updateFile(tx.db, file, {
    blocks: file.blocks + 1,
    done: file.done + rows.length,
    referred: file.referred + referred.length,
    overtaken: file.overtaken + rows.length - referred.length,
    not_contacted: file.notContacted + referred.filter(({ warnings }) => warnings?.includes('suppressed')).length,
  });
}

/** As the dry run read it: neither its cells nor the mapping changed since. */
const toRequest = ({ cells }: FileRow, mapping: Mapping): NewReferral =>
  toReferralBody(cells ?? [], { mapping, dayFirstRow: undefined }).body as unknown as NewReferral;

type Draft = { readonly row: FileRow; readonly request: NewReferral };

/** Rows whose borrower was invited about this claim since the dry run, and the referral that did. */
async function listInvited(tx: Tx, file: ReferralFile, drafts: readonly Draft[]): Promise<Map<number, string>> {
  const candidates = drafts.map(({ row, request }) => ({ row, candidate: toCandidate(request) }));
  const vins = candidates.map(({ candidate }) => candidate.vin);
  const known = Map.groupBy(await listKnownReferrals(tx, file, vins), ({ vin }) => vin);
  const invited = new Map<number, string>();
  for (const { row, candidate } of candidates) {
    const same = (known.get(candidate.vin) ?? []).find((one) => isSameInvitation(one, candidate));
    if (same !== undefined) invited.set(row.rowNumber, same.id);
  }
  return invited;
}
