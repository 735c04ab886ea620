import { prepared, type Db } from '#platform/db';

const heldBy = prepared<
  [
    emails: Buffer[],
    texts: Buffer[],
    emailCaps: number[],
    textCaps: number[],
    scopes: string[],
    emailBudgets: number[],
    textBudgets: number[],
    now: Date,
    day: string,
  ],
  { email: string | null; text: string | null }
>(
  'customers.find-held-by',
  `select case when cardinality($1::bytea[]) > 0
       then customers.find_held_by($1::bytea[], $3::integer[], 'email', $5::text[], $6::integer[], $8, $9) end as email,
     case when cardinality($2::bytea[]) > 0
       then customers.find_held_by($2::bytea[], $4::integer[], 'text', $5::text[], $7::integer[], $8, $9) end as text`,
);

type AllowanceQuery = {
  /** Fingerprints of the mailbox and of the number under every key, newest first; empty when there is none. */
  readonly emails: Buffer[];
  readonly texts: Buffer[];
  readonly recipient: Readonly<Record<'email' | 'text', number[]>>;
  readonly scopes: string[];
  readonly budgets: Readonly<Record<'email' | 'text', number[]>>;
  readonly now: Date;
  readonly day: string;
};

/** What would hold messages of each channel back; null where nothing would. */
export const findHeldBy = (db: Db, { emails, texts, recipient, scopes, budgets, now, day }: AllowanceQuery) =>
  db.find(heldBy(emails, texts, recipient.email, recipient.text, scopes, budgets.email, budgets.text, now, day));

const purge = prepared<[before: string, limit: number], { scope: string }>(
  'customers.purge-budgets',
  `delete from customers.budgets where ctid = any(array(
     select ctid from customers.budgets where day < $1 limit $2)) returning scope`,
);

export const deleteBudgets = (db: Db, before: string, limit: number) => db.many(purge(before, limit));
