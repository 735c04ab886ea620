import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

export type IssuerRow = {
  readonly institution_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly encrypted_client_secret: Buffer;
  readonly email_domains: string[];
  readonly strengths: string[];
  readonly methods: string[];
  readonly new_user_role: string | null;
  readonly created_at: Date;
  readonly changed_at: Date;
};

const one = prepared<[institutionId: string], IssuerRow>(
  'portal.find-issuer',
  'select * from portal.issuers where institution_id = $1',
);

export const findIssuerRow = (db: Db, institutionId: string) => db.find(one(institutionId));

const shared = prepared<[institutionId: string], IssuerRow>(
  'portal.share-issuer',
  'select * from portal.issuers where institution_id = $1 for share',
);

/** Serialized with changes to the provider: one that ends its sessions either commits first or waits for this transaction. */
export const shareIssuerRow = (db: TxDb, institutionId: string) => db.find(shared(institutionId));

const locked = prepared<[institutionId: string], IssuerRow>(
  'portal.lock-issuer',
  'select * from portal.issuers where institution_id = $1 for no key update',
);

/** Taken before ending the provider's sessions, so that a sign-in that is about to commit finishes first. */
export const lockIssuerRow = (db: TxDb, institutionId: string) => db.find(locked(institutionId));

export function putIssuerRow(db: TxDb, row: IssuerRow): void {
  const { institution_id: _id, created_at: _at, ...change } = row;
  db.write(
    typed(
      sql
        .insertInto('portal.issuers')
        .values(row)
        .onConflict((conflict) => conflict.column('institution_id').doUpdateSet(change)),
    ),
  );
}

export const deleteIssuerRow = (db: TxDb, institutionId: string) =>
  db.find(typed(sql.deleteFrom('portal.issuers').where('institution_id', '=', institutionId).returning(['issuer'])));

/** A new provider does not inherit the identities of the previous one. */
export function deleteIdentityRows(db: TxDb, institutionId: string): void {
  db.write(typed(sql.deleteFrom('portal.identities').where('institution_id', '=', institutionId)));
}

/** Ends all sessions that the provider created. */
export function endIssuerSessions(db: TxDb, institutionId: string, now: Date): void {
  db.write(
    typed(
      sql
        .updateTable('portal.sessions')
        .set({ ended_at: now })
        .where('institution_id', '=', institutionId)
        .where('ended_at', 'is', null),
    ),
  );
}

const heads = prepared<[institutionId: string], { email: string }>(
  'portal.list-heads',
  `select u.email from portal.role_assignments a join portal.users u on u.id = a.user_id
   where a.institution_id = $1 and a.role in ('owner', 'admin') and u.disabled_at is null order by u.email limit 100`,
);

/** The addresses of owners and admins, each confirmed by email when the user was created. */
export const listHeadAddresses = async (db: Db, institutionId: string): Promise<string[]> =>
  (await db.many(heads(institutionId))).map(({ email }) => email);

const roleOf = prepared<[institutionId: string, userId: string], { role: string }>(
  'portal.lock-role',
  'select role from portal.role_assignments where institution_id = $1 and user_id = $2 for share',
);

/** Serialized with role changes: a concurrent downgrade either commits first or waits for us. */
export const lockRole = (db: TxDb, institutionId: string, userId: string) => db.find(roleOf(institutionId, userId));

type Known = { user_id: string; disabled_at: Date | null; role: string | null };

const byIdentity = prepared<[institutionId: string, issuer: string, subject: string], Known>(
  'portal.lock-user-by-identity',
  `select i.user_id, u.disabled_at, a.role from portal.identities i join portal.users u on u.id = i.user_id
     left join portal.role_assignments a on a.user_id = u.id and a.institution_id = i.institution_id
   where i.institution_id = $1 and i.issuer = $2 and i.subject = $3 for update of u`,
);

export const lockUserByIdentity = (
  db: TxDb,
  institutionId: string,
  { issuer, subject }: { issuer: string; subject: string },
) => db.find(byIdentity(institutionId, issuer, subject));

const lockAddress = prepared<[email: string], { id: string }>(
  'portal.lock-address',
  'select id from portal.users where email = $1 for update',
);
const byAddress = prepared<[institutionId: string, email: string], Known & { bound: boolean }>(
  'portal.find-user-by-address',
  `select u.id as user_id, u.disabled_at, a.role,
     exists (select from portal.identities i where i.institution_id = $1 and i.user_id = u.id) as bound
   from portal.users u left join portal.role_assignments a on a.user_id = u.id and a.institution_id = $1
   where u.email = $2`,
);

/** Locks first and reads afterwards: a concurrent sign-in that we waited for may have bound the user to an identity. */
export async function lockUserByAddress(db: TxDb, institutionId: string, email: string) {
  const [, known] = await Promise.all([db.find(lockAddress(email)), db.find(byAddress(institutionId, email))]);
  return known;
}

type NewIdentity = { institution_id: string; issuer: string; subject: string; user_id: string; created_at: Date };

export function insertIdentity(db: TxDb, row: NewIdentity): void {
  db.write(typed(sql.insertInto('portal.identities').values(row)));
}
