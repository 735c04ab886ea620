import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { listMoney } from '#modules/consultations';
import type { ReferredLoan } from '#modules/referrals';
import { forbidden, unauthorized } from '#platform/errors';
import { termsAt, type KnownLoan } from './ledger-rules.ts';
import { listLoanStatements, listTermsRows } from './store.ts';

/** More changes of terms than all institutions of a ledger have. */
const termsMax = 10_000;

/** Loans with all inputs of their exposure, in the same order. */
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

type Wanted = { readonly institutionId: string | undefined; readonly livemode: boolean };

/**
 * The team sees every institution; an institution sees itself, in the mode of its credential or portal path. `refuse` is thrown for
 * another institution; for a single object it is a not-found error, so that it does not reveal which ids exist.
 */
export function requireReader(actor: Actor, { institutionId, livemode }: Wanted, refuse = forbidden): void {
  if (actor.kind === 'staff') return;
  if (actor.kind !== 'partner' && actor.kind !== 'portal') throw unauthorized();
  if (actor.institutionId !== institutionId || actor.livemode !== livemode) throw refuse();
}
