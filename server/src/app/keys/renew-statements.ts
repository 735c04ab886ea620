// Where recomputable fingerprints of contacts are stored, and how to replace them. A fingerprint depends only on the
// contact, so all of one contact are replaced together, and rows joined by them stay joined.
import { attemptsStored } from '#lib/calling/call-caps';
import type { Query } from '#platform/db';

/** Fingerprints of one older key, and their replacements, in the same order. */
export type Renewed = { readonly before: readonly Buffer[]; readonly after: readonly Buffer[] };

type Target = { readonly table: string; readonly column: string };

/** Columns in which many rows may have the same fingerprint. */
const repeated: readonly Target[] = [
  { table: 'consultations.consultations', column: 'email_hash' },
  { table: 'consultations.consultations', column: 'phone_hash' },
  { table: 'customers.messages', column: 'contact_hash' },
  { table: 'customers.messages', column: 'recipient_hash' },
  { table: 'replies.replies', column: 'contact_hash' },
];

/** One row per fingerprint; if the new one exists, the old one is equivalent and is deleted. */
const doubled: readonly Target[] = [
  { table: 'customers.do_not_contact', column: 'contact_hash' },
  { table: 'customers.bounced_addresses', column: 'contact_hash' },
];

/** One row per fingerprint; if the new one exists, both stay, because they may differ. */
const single: readonly Target[] = [{ table: 'customers.discounts', column: 'contact_hash' }];

const numbers: Target = { table: 'consultations.numbers', column: 'hash' };

/** All columns whose fingerprints are recomputed for known contacts. */
export const renewedColumns: readonly Target[] = [
  ...repeated,
  ...doubled,
  ...single,
  numbers,
  { table: 'consultations.number_aliases', column: 'hash' },
  { table: 'consultations.number_aliases', column: 'number_hash' },
];

const pairs = 'f as materialized (select * from unnest($1::bytea[], $2::bytea[]) as f (old, next))';

/** Locks all rows that would change, and fails immediately if one is locked, so that this never waits. */
export const lockTexts: readonly string[] = [...repeated, ...doubled, ...single, numbers].map(
  ({ table, column }) => `select 1 from ${table} where ${column} = any($1::bytea[]) for update nowait`,
);

const isThere = ({ table, column }: Target): string => `exists (select from ${table} n where n.${column} = f.next)`;

const replaceText = ({ table, column }: Target, condition = 'true'): string =>
  `with ${pairs} update ${table} t set ${column} = f.next from f where t.${column} = f.old and ${condition}
   returning 1 as done`;

const deleteText = (target: Target): string =>
  `with ${pairs} delete from ${target.table} t using f where t.${target.column} = f.old and ${isThere(target)}
   returning 1 as done`;

// Tries of a number under either key are added up.
const mergeNumbers = `with ${pairs},
   gone as (delete from consultations.numbers o using f where o.hash = f.old
     and exists (select from consultations.numbers n where n.hash = f.next and n.test = o.test)
     returning f.next, o.test, o.attempts, o.called_at, o.called_case)
   update consultations.numbers n set
     attempts = (array(select t from unnest(n.attempts || gone.attempts) as t order by t desc))[1:${attemptsStored}],
     called_case = case when gone.called_at > n.called_at or n.called_at is null then gone.called_case else n.called_case end,
     called_at = greatest(n.called_at, gone.called_at)
   from gone where n.hash = gone.next and n.test = gone.test returning 1 as done`;

const moveNumbers = `with ${pairs} update consultations.numbers t set hash = f.next from f where t.hash = f.old
   returning 1 as done`;

// A number that counts under the new fingerprint needs no alias.
const dropAliases = `with ${pairs} delete from consultations.number_aliases a using f
   where a.hash = f.old or (a.hash = f.next and a.number_hash in (f.old, f.next)) returning 1 as done`;

const moveAliases = `with ${pairs} update consultations.number_aliases a set number_hash = f.next from f
   where a.number_hash = f.old returning 1 as done`;

const texts: readonly string[] = [
  ...repeated.map((target) => replaceText(target)),
  ...doubled.flatMap((target) => [deleteText(target), replaceText(target)]),
  ...single.map((target) => replaceText(target, `not ${isThere(target)}`)),
  mergeNumbers,
  moveNumbers,
  dropAliases,
  moveAliases,
];

/** In this order, in one transaction. */
export const renewStatements = ({ before, after }: Renewed): Query<{ done: number }>[] =>
  texts.map((text) => ({ text, values: [before, after] }));
