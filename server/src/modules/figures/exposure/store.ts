import { prepared, type Db, type TxDb } from '#platform/db';
import type { ChecklistItem } from './checklist-data.ts';

export type TermsRow = {
  readonly institutionId: string;
  readonly effectiveOn: string;
  readonly ltvCapPercent: number | null;
  readonly deductibleCoverCents: number | null;
  readonly setBy: string;
  readonly setAt: Date;
};

const termsColumns = `institution_id as "institutionId", to_char(effective_on, 'YYYY-MM-DD') as "effectiveOn",
  ltv_cap_percent as "ltvCapPercent", deductible_cover_cents as "deductibleCoverCents", set_by as "setBy", set_at as "setAt"`;

const ofInstitutions = prepared<[institutionIds: readonly string[], limit: number], TermsRow>(
  'exposure.list-terms',
  `select ${termsColumns} from exposure.terms_history where institution_id = any($1::text[])
   order by institution_id, effective_on desc, seq desc limit $2`,
);

/** All terms ever set for these institutions; newest day first, and for a day the newest row first. */
export const listTermsRows = (db: Db, institutionIds: readonly string[], limit: number) =>
  db.many(ofInstitutions(institutionIds, limit));

const everSet = prepared<[institutionId: string, limit: number], TermsRow>(
  'exposure.list-terms-history',
  `select ${termsColumns} from exposure.terms_history where institution_id = $1
   order by effective_on desc, seq desc limit $2`,
);

/** All terms ever set, newest day first, and for a day the newest first, which is the one that counts. */
export const listTermsHistory = (db: Db, institutionId: string, limit: number) =>
  db.many(everSet(institutionId, limit));

const insertTermsRow = prepared<
  [
    institutionId: string,
    effectiveOn: string,
    ltvCapPercent: number | null,
    deductibleCoverCents: number | null,
    setBy: string,
    setAt: Date,
  ],
  never
>(
  'exposure.insert-terms',
  `insert into exposure.terms_history
     (institution_id, effective_on, ltv_cap_percent, deductible_cover_cents, set_by, set_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** The newest row of a day counts. */
export function insertTerms(db: TxDb, row: TermsRow): void {
  const { institutionId, effectiveOn, ltvCapPercent, deductibleCoverCents, setBy, setAt } = row;
  db.write(insertTermsRow(institutionId, effectiveOn, ltvCapPercent, deductibleCoverCents, setBy, setAt));
}

export type LoanStatement = {
  readonly id: string;
  readonly referralId: string;
  readonly payoffCents: number | null;
  readonly payoffAsOf: string | null;
  readonly financedValueCents: number | null;
  readonly statedBy: string;
  readonly statedAt: Date;
};

const newestStatements = prepared<[referralIds: readonly string[]], LoanStatement>(
  'exposure.list-loan-statements',
  `select s.id, s.referral_id as "referralId", s.payoff_cents::float8 as "payoffCents",
     to_char(s.payoff_as_of, 'YYYY-MM-DD') as "payoffAsOf", s.financed_value_cents::float8 as "financedValueCents",
     s.stated_by as "statedBy", s.stated_at as "statedAt"
   from unnest($1::text[]) as r (id), lateral (
     select * from exposure.loan_statements where referral_id = r.id order by seq desc limit 1) as s`,
);

/** The last staff statement about each of these loans. */
export const listLoanStatements = (db: Db, referralIds: readonly string[]) => db.many(newestStatements(referralIds));

const stateLoan = prepared<
  [
    id: string,
    referralId: string,
    payoffCents: number | null,
    payoffAsOf: string | null,
    financedValueCents: number | null,
    statedBy: string,
    statedAt: Date,
  ],
  never
>(
  'exposure.insert-loan-statement',
  `insert into exposure.loan_statements
     (id, referral_id, payoff_cents, payoff_as_of, financed_value_cents, stated_by, stated_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export function insertLoanStatement(db: TxDb, row: LoanStatement): void {
  const { id, referralId, payoffCents, payoffAsOf, financedValueCents, statedBy, statedAt } = row;
  db.write(stateLoan(id, referralId, payoffCents, payoffAsOf, financedValueCents, statedBy, statedAt));
}

export type Receipt = {
  readonly id: string;
  readonly referralId: string;
  readonly item: ChecklistItem;
  readonly receivedOn: string | null;
  readonly recordedBy: string;
  readonly recordedAt: Date;
};

const newestReceipts = prepared<[referralId: string], Receipt>(
  'exposure.list-receipts',
  `select distinct on (item) id, referral_id as "referralId", item, to_char(received_on, 'YYYY-MM-DD') as "receivedOn",
     recorded_by as "recordedBy", recorded_at as "recordedAt"
   from exposure.receipts where referral_id = $1 order by item, seq desc`,
);

/** The last record of each document. */
export const listReceipts = (db: Db, referralId: string) => db.many(newestReceipts(referralId));

const insertOne = prepared<
  [
    id: string,
    referralId: string,
    item: ChecklistItem,
    receivedOn: string | null,
    recordedBy: string,
    recordedAt: Date,
  ],
  never
>(
  'exposure.insert-receipt',
  `insert into exposure.receipts (id, referral_id, item, received_on, recorded_by, recorded_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

export function insertReceipt(db: TxDb, row: Receipt): void {
  db.write(insertOne(row.id, row.referralId, row.item, row.receivedOn, row.recordedBy, row.recordedAt));
}
