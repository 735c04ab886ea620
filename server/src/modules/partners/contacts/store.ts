import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { ContactKind, Notices } from './rules.ts';

export type ContactsRow = {
  id: string;
  name: string;
  technical: string | null;
  operations: string | null;
  billing: string | null;
  notices: unknown;
};

const many = prepared<[institutionIds: readonly string[]], ContactsRow>(
  'partners.list-contacts',
  `select id, name, technical_contact_email as technical, operations_contact_email as operations,
     billing_contact_email as billing, notices
   from partners.institutions where id = any($1::text[])`,
);

export const listContactsRows = (db: Db, institutionIds: readonly string[]) => db.many(many(institutionIds));

const lock = prepared<[institutionId: string], ContactsRow>(
  'partners.lock-contacts',
  `select id, name, technical_contact_email as technical, operations_contact_email as operations,
     billing_contact_email as billing, notices
   from partners.institutions where id = $1 for update`,
);

export const lockContactsRow = (db: TxDb, institutionId: string) => db.find(lock(institutionId));

const columns = {
  technical: 'technical_contact_email',
  operations: 'operations_contact_email',
  billing: 'billing_contact_email',
} as const;

type Address = { readonly kind: ContactKind; readonly email: string | null };

export function updateAddress(db: TxDb, institutionId: string, { kind, email }: Address): void {
  db.write(
    typed(
      sql
        .updateTable('partners.institutions')
        .set({ [columns[kind]]: email })
        .where('id', '=', institutionId),
    ),
  );
}

export function updateNotices(db: TxDb, institutionId: string, notices: Notices): void {
  db.write(
    typed(
      sql
        .updateTable('partners.institutions')
        .set({ notices: JSON.stringify(notices) })
        .where('id', '=', institutionId),
    ),
  );
}

export type ChangeRow = {
  readonly id: string;
  readonly institution_id: string;
  readonly kind: ContactKind;
  readonly email: string;
  readonly token_hash: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date;
};

/** One for each kind: a later one replaces the previous one. */
export function putChange(db: TxDb, row: ChangeRow): void {
  const { institution_id: _institution, kind: _kind, ...change } = row;
  db.write(
    typed(
      sql
        .insertInto('partners.contact_changes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['institution_id', 'kind']).doUpdateSet(change)),
    ),
  );
}

export const listOpenChanges = (db: Db, institutionId: string, now: Date) =>
  db.many(
    typed(
      sql
        .selectFrom('partners.contact_changes')
        .select(['kind', 'email', 'expires_at'])
        .where('institution_id', '=', institutionId)
        .where('expires_at', '>', now)
        .limit(3),
    ),
  );

export function deleteChange(db: TxDb, institutionId: string, kind: ContactKind): void {
  db.write(
    typed(
      sql.deleteFrom('partners.contact_changes').where('institution_id', '=', institutionId).where('kind', '=', kind),
    ),
  );
}

const take = prepared<[hashes: Buffer[], now: Date], ChangeRow>(
  'partners.take-contact-change',
  'delete from partners.contact_changes where token_hash = any($1::bytea[]) and expires_at > $2 returning *',
);

/** The change that a link confirms; it confirms once. */
export const takeChange = (db: TxDb, hashes: Buffer[], now: Date) => db.find(take(hashes, now));

const open = prepared<[id: string, now: Date], { id: string }>(
  'partners.find-contact-change',
  'select id from partners.contact_changes where id = $1 and expires_at > $2',
);

export const findOpenChange = (db: Db, id: string, now: Date) => db.find(open(id, now));
