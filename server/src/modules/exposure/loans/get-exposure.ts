import type { Ctx } from '#context';
import { findReferredLoan } from '#modules/referrals';
import { listStaffNames } from '#modules/staff';
import { checklist } from '../checklist-data.ts';
import { loanNotFound } from '../errors.ts';
import { toFigures } from '../ledger-rules.ts';
import { listKnownLoans } from '../list-known-loans.ts';
import { requireReader } from '../require-reader.ts';
import type { ChecklistEntry, ExposureView } from '../schemas.ts';
import { listReceipts } from '../store.ts';

/** The exposure of one referral of an institution, settled or not, and which papers of its GAP claim are there. */
export async function getExposure(ctx: Ctx, institutionId: string, referralId: string): Promise<ExposureView> {
  const loan = await findReferredLoan(ctx, referralId);
  if (loan === undefined || loan.institutionId !== institutionId) throw loanNotFound();
  requireReader(ctx.actor, loan, loanNotFound);
  const [[known], entries] = await Promise.all([listKnownLoans(ctx, [loan]), listEntries(ctx, referralId)]);
  if (known === undefined) throw loanNotFound();
  return {
    object: 'gap.exposure',
    referral_id: loan.id,
    institution_id: loan.institutionId,
    livemode: loan.livemode,
    ...toFigures(known),
    checklist: entries,
  };
}

async function listEntries(ctx: Ctx, referralId: string): Promise<ChecklistEntry[]> {
  const receipts = new Map((await listReceipts(ctx.db, referralId)).map((receipt) => [receipt.item, receipt]));
  const names = await listStaffNames(ctx, [...new Set([...receipts.values()].map(({ recordedBy }) => recordedBy))]);
  return checklist.map(({ item, title, holder }) => {
    const receipt = receipts.get(item);
    return {
      item,
      title,
      holder,
      received_on: receipt?.receivedOn ?? null,
      recorded_by: receipt?.recordedBy ?? null,
      recorded_by_name: receipt === undefined ? null : (names.get(receipt.recordedBy) ?? null),
      recorded_at: receipt?.recordedAt.toISOString() ?? null,
    };
  });
}
