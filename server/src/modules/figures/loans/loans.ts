import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { dayOf } from '#lib/time/dates';
import { zonedDayOf } from '#lib/time/zoned-day';
import { newId } from '#lib/tokens/ids';
import { getInstitution } from '#modules/partners';
import { findReferredLoan } from '#modules/referrals';
import { listStaffNames } from '#modules/staff';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { checklist } from '../exposure/checklist-data.ts';
import { loanNotFound } from '../exposure/errors.ts';
import { listKnownLoans, requireReader } from '../exposure/exposure.ts';
import { toFigures } from '../exposure/ledger-rules.ts';
import type { ChecklistEntry, ExposureView, LoanBody, NewTerms, ReceiptBody, TermsList } from '../exposure/schemas.ts';
import {
  insertLoanStatement,
  insertReceipt,
  listReceipts,
  listTermsHistory,
  insertTerms,
  type TermsRow,
} from '../exposure/store.ts';

/** The exposure of one referral of an institution, settled or not, and the received documents of its GAP claim. */
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

/** The institution of a referral, for staff, who address a referral by its id alone. */
export async function getLoanInstitution(ctx: Ctx, referralId: string): Promise<string> {
  requireStaff(ctx.actor);
  const loan = await findReferredLoan(ctx, referralId);
  if (loan === undefined) throw loanNotFound();
  return loan.institutionId;
}

/** No institution sets terms a thousand times. */
const termsMax = 1000;

/** The coverage of an institution's GAP program, newest day first, each with the earlier settings for the day. */
export async function listProgramTerms(ctx: Ctx, institutionId: string): Promise<TermsList> {
  requireStaff(ctx.actor);
  const [rows] = await Promise.all([
    listTermsHistory(ctx.db, institutionId, termsMax),
    getInstitution(ctx, institutionId),
  ]);
  const days = Map.groupBy(rows, ({ effectiveOn }) => effectiveOn);
  return {
    object: 'list',
    data: [...days].flatMap(([effectiveOn, [counting, ...former]]) =>
      counting === undefined
        ? []
        : [{ effective_on: effectiveOn, ...toTermsView(counting), former: former.map(toTermsView) }],
    ),
  };
}

const toTermsView = (row: TermsRow) => ({
  ltv_cap_percent: row.ltvCapPercent,
  deductible_cover_cents: row.deductibleCoverCents,
  set_by: row.setBy,
  set_at: row.setAt.toISOString(),
});

type NewReceipt = { readonly id: string; readonly body: ReceiptBody };

/** Records the day on which a document of the checklist was received, or that it was not. Earlier records stay stored. */
export async function recordReceipt(ctx: Ctx, institutionId: string, { id, body }: NewReceipt): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  if (body.received_on !== null && body.received_on > zonedDayOf(ctx.config.teamTimeZone, now).date)
    throw validationFailed([{ path: 'received_on', message: 'must not be in the future' }]);
  await transact(ctx, async (tx) => {
    const loan = await findReferredLoan(tx, id);
    if (loan === undefined || loan.institutionId !== institutionId) throw loanNotFound();
    insertReceipt(tx.db, {
      id: newId('rcp', now),
      referralId: id,
      item: body.item,
      receivedOn: body.received_on,
      recordedBy: staffId,
      recordedAt: now,
    });
  });
}

/**
 * Sets the coverage of an institution's GAP program, for referrals made from a day on. Setting it again for the same
 * day corrects it for unsettled referrals; earlier settings stay stored.
 */
export async function setProgramTerms(ctx: Ctx, institutionId: string, terms: NewTerms): Promise<void> {
  const { staffId: setBy } = requireStaff(ctx.actor);
  const setAt = ctx.clock.now();
  await transact(ctx, async (tx) => {
    await getInstitution(tx, institutionId);
    insertTerms(tx.db, {
      institutionId,
      effectiveOn: terms.effective_on ?? dayOf(setAt),
      ltvCapPercent: terms.ltv_cap_percent ?? null,
      deductibleCoverCents: terms.deductible_cover_cents ?? null,
      setBy,
      setAt,
    });
  });
}

type NewStatement = { readonly id: string; readonly body: LoanBody };

/** Records what staff know of a loan, as a whole; earlier statements stay stored and no longer count. */
export async function stateLoan(ctx: Ctx, institutionId: string, { id, body }: NewStatement): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const { payoff_cents: payoff = null, payoff_as_of: asOf = null, financed_value_cents: financed = null } = body;
  if ((payoff === null) !== (asOf === null))
    throw validationFailed([{ path: 'payoff_as_of', message: 'a payoff has a day, and a day has a payoff' }]);
  const now = ctx.clock.now();
  if (asOf !== null && asOf > zonedDayOf(ctx.config.teamTimeZone, now).date)
    throw validationFailed([{ path: 'payoff_as_of', message: 'must not be in the future' }]);
  await transact(ctx, async (tx) => {
    const loan = await findReferredLoan(tx, id);
    if (loan === undefined || loan.institutionId !== institutionId) throw loanNotFound();
    insertLoanStatement(tx.db, {
      id: newId('lns', now),
      referralId: id,
      payoffCents: payoff,
      payoffAsOf: asOf,
      financedValueCents: financed,
      statedBy: staffId,
      statedAt: now,
    });
  });
}
