import type { Ctx } from '#context';
import { listMoney } from '#modules/consultations';
import type { ReferredLoan } from '#modules/referrals';
import { termsAt, type KnownLoan } from './ledger-rules.ts';
import { listLoanStatements, listTermsRows } from './store.ts';

/** More changes of terms than all institutions of a ledger have. */
const termsMax = 10_000;

/** Loans with everything that their exposure is computed from, in the same order. */
export async function listKnownLoans(ctx: Ctx, loans: readonly ReferredLoan[]): Promise<KnownLoan[]> {
  const consultationIds = loans.flatMap(({ consultationId }) => consultationId ?? []);
  const institutionIds = [...new Set(loans.map(({ institutionId }) => institutionId))];
  const [money, terms, statements] = await Promise.all([
    listMoney(ctx, consultationIds),
    listTermsRows(ctx.db, institutionIds, termsMax),
    listLoanStatements(
      ctx.db,
      loans.map(({ id }) => id),
    ),
  ]);
  const stated = new Map(statements.map((statement) => [statement.referralId, statement]));
  return loans.map((loan) => ({
    loan,
    money: loan.consultationId === null ? undefined : money.get(loan.consultationId),
    terms: termsAt(terms, loan),
    stated: stated.get(loan.id),
  }));
}
