import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

export type NewPasskeyRow = {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: string[];
  readonly label: string;
  readonly synced: boolean;
  readonly created_at: Date;
};

/** Undefined when this credential is already registered. */
export const insertPasskey = (db: TxDb, row: NewPasskeyRow) =>
  db.find(
    typed(
      sql
        .insertInto('portal.passkeys')
        .values(row)
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning(['id']),
    ),
  );

export const listPasskeyRows = (db: Db, userId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('portal.passkeys')
        .select(['id', 'credential_id', 'transports', 'label', 'synced', 'created_at', 'last_used_at'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(100),
    ),
  );

type Known = {
  id: string;
  user_id: string;
  public_key: Buffer;
  counter: string;
  warned_at: Date | null;
  email: string;
};

const known = prepared<[credentialId: Buffer], Known>(
  'portal.lock-passkey',
  `select p.id, p.user_id, p.public_key, p.counter, p.warned_at, u.email
   from portal.passkeys p join portal.users u on u.id = p.user_id
   where p.credential_id = $1 and u.disabled_at is null for no key update of u for update of p`,
);

/**
 * Locks the passkey, so that two responses with the same counter are checked one after the other. Locks its user first, like
 * every function that creates a session or ends all of them.
 */
export const lockPasskey = (db: TxDb, credentialId: Buffer) => db.find(known(credentialId));

export function updatePasskeyUsed(db: TxDb, id: string, used: { counter: number; synced: boolean; now: Date }): void {
  const { counter, synced, now } = used;
  db.write(
    typed(
      sql
        .updateTable('portal.passkeys')
        .set({ counter: String(counter), synced, last_used_at: now })
        .where('id', '=', id),
    ),
  );
}

export function updatePasskeyWarned(db: TxDb, id: string, now: Date): void {
  db.write(typed(sql.updateTable('portal.passkeys').set({ warned_at: now }).where('id', '=', id)));
}

/** Undefined when the user has no passkey with this id. */
export const updatePasskeyLabel = (db: TxDb, userId: string, { id, label }: { id: string; label: string }) =>
  db.find(
    typed(
      sql
        .updateTable('portal.passkeys')
        .set({ label })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning(['id', 'label', 'synced', 'created_at', 'last_used_at']),
    ),
  );

export const deletePasskeyRow = (db: TxDb, userId: string, id: string) =>
  db.find(
    typed(sql.deleteFrom('portal.passkeys').where('user_id', '=', userId).where('id', '=', id).returning(['label'])),
  );
