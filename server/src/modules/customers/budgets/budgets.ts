import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { addDays } from '#lib/time/dates';
import { prepared, type Db } from '#platform/db';
import { recipientName } from '../contacts/recipient-rules.ts';
import { budgetDay, scopesOf } from './budget-rules.ts';

/**
 * The reason a message would be held, by channel; undefined if it may be sent. Once passed to `queueMessage` the
 * answer is binding: it must still hold at the commit, or the transaction is retried.
 */
type Allowance = { readonly email: string | undefined; readonly text: string | undefined };

/** Whether messages that the actor causes may be sent to these contacts now, given the recipients' caps and the daily budgets. */
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

/** Long enough to investigate last week's attack; not longer, because the names of scopes contain addresses. */
const storedDays = 7;

/** Deletes the counts of past days; returns how many rows. */
export async function purgeBudgets(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteBudgets(ctx.db, budgetDay(addDays(ctx.clock.now(), -storedDays)), limit)).length;
}

/** The caps and budgets that a message of this transaction's actor counts toward, in the form the database expects. */
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

/** The reason that messages of each channel would be held; null for none. */
const findHeldBy = (db: Db, { emails, texts, recipient, scopes, budgets, now, day }: AllowanceQuery) =>
  db.find(heldBy(emails, texts, recipient.email, recipient.text, scopes, budgets.email, budgets.text, now, day));

const purge = prepared<[before: string, limit: number], { scope: string }>(
  'customers.purge-budgets',
  `delete from customers.budgets where ctid = any(array(
     select ctid from customers.budgets where day < $1 limit $2)) returning scope`,
);

const deleteBudgets = (db: Db, before: string, limit: number) => db.many(purge(before, limit));
