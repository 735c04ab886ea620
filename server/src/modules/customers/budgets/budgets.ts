import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { addDays } from '#lib/time/dates';
import { prepared, type Db } from '#platform/db';
import { recipientName } from '../contacts/recipient-rules.ts';
import { budgetDay, scopesOf } from './budget-rules.ts';

/**
 * What holds messages back, by channel: undefined where they may be sent. Given to `queueMessage`, the answer becomes
 * binding: either it is so at the commit, or the transaction is done again.
 */
type Allowance = { readonly email: string | undefined; readonly text: string | undefined };

/** Whether what the actor causes may be sent to these contacts now: caps of the recipients, budgets of the day. */
export async function findAllowance(tx: Tx, { email, phone }: Contacts): Promise<Allowance> {
  const now = tx.clock.now();
  const fingerprints = (channel: 'email' | 'text', to: string | undefined): Buffer[] =>
    to === undefined ? [] : tx.vault.fingerprints(recipientName(channel, to));
  const heldBy = await findHeldBy(tx.db, {
    emails: fingerprints('email', email),
    texts: fingerprints('text', phone),
    ...toBudgets(tx),
    now,
    day: budgetDay(now),
  });
  return { email: heldBy?.email ?? undefined, text: heldBy?.text ?? undefined };
}

/** Long enough to look at an attack of last week; the names of scopes contain addresses. */
const storedDays = 7;

/** Deletes what was spent on past days; returns how many rows. */
export async function purgeBudgets(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteBudgets(ctx.db, budgetDay(addDays(ctx.clock.now(), -storedDays)), limit)).length;
}

/** The caps and budgets that a message of this transaction's actor counts for, as the database takes them. */
export function toBudgets({ actor, config }: Pick<Tx, 'actor' | 'config'>) {
  const scopes = scopesOf(actor, config);
  const { email, text } = config.budgets;
  return {
    scopes: scopes.map(({ name }) => name),
    budgets: { email: scopes.map(({ budget }) => email[budget]), text: scopes.map(({ budget }) => text[budget]) },
    recipient: {
      email: [email.recipientDay, email.recipientMonth],
      text: [text.recipientDay, text.recipientMonth],
    },
  };
}

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
const findHeldBy = (db: Db, { emails, texts, recipient, scopes, budgets, now, day }: AllowanceQuery) =>
  db.find(heldBy(emails, texts, recipient.email, recipient.text, scopes, budgets.email, budgets.text, now, day));

const purge = prepared<[before: string, limit: number], { scope: string }>(
  'customers.purge-budgets',
  `delete from customers.budgets where ctid = any(array(
     select ctid from customers.budgets where day < $1 limit $2)) returning scope`,
);

const deleteBudgets = (db: Db, before: string, limit: number) => db.many(purge(before, limit));
