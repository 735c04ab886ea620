import { prepared, type Db, type TxDb } from '#platform/db';

/**
 * The tables of passwords: `accounts` has id, email and disabled_at; `passwords` has `owner`, password_hash, encrypted_totp, last_step and
 * set_at; `codes` has `owner`, code_hash and used_at.
 */
export type PasswordTables = {
  readonly name: string;
  readonly accounts: string;
  readonly passwords: string;
  readonly codes: string;
  readonly owner: string;
};

type FoundPassword = {
  readonly id: string;
  readonly disabled_at: Date | null;
  readonly password_hash: string | null;
};

export type NewPassword = {
  readonly ownerId: string;
  readonly passwordHash: string;
  readonly sealedTotp: Buffer;
  readonly lastStep: number;
  readonly setAt: Date;
};

type LockedPassword = { readonly encrypted_totp: Buffer; readonly last_step: string };

export type PasswordStore = ReturnType<typeof createPasswordStore>;

export function createPasswordStore(tables: PasswordTables) {
  const { name, accounts, passwords, codes, owner } = tables;
  const find = prepared<[email: string], FoundPassword>(
    `${name}.find-password`,
    `select s.id, s.disabled_at, p.password_hash from ${accounts} s left join ${passwords} p on p.${owner} = s.id
   where s.email = $1`,
  );
  const lock = prepared<[ownerId: string, passwordHash: string], LockedPassword>(
    `${name}.lock-password`,
    `select p.encrypted_totp, p.last_step from ${accounts} s join ${passwords} p on p.${owner} = s.id
   where s.id = $1 and s.disabled_at is null and p.password_hash = $2 for no key update of s, p`,
  );
  const lockAny = prepared<[ownerId: string], LockedPassword>(
    `${name}.lock-authenticator`,
    `select p.encrypted_totp, p.last_step from ${accounts} s join ${passwords} p on p.${owner} = s.id
   where s.id = $1 and s.disabled_at is null for no key update of s, p`,
  );
  const step = prepared<[ownerId: string, step: number], { last_step: string }>(
    `${name}.take-totp-step`,
    `update ${passwords} set last_step = $2 where ${owner} = $1 and last_step < $2 returning last_step`,
  );
  const consume = prepared<[ownerId: string, hashes: Buffer[], now: Date], { code_hash: Buffer }>(
    `${name}.take-recovery-code`,
    `update ${codes} set used_at = $3 where ${owner} = $1 and code_hash = any($2::bytea[]) and used_at is null
   returning code_hash`,
  );
  return {
    ...passwordChanges(tables),
    findPassword: (db: Db, email: string) => db.find(find(email)),
    /** Undefined if the password was replaced since it was checked, or the account was disabled. */
    lockPassword: (db: TxDb, ownerId: string, passwordHash: string) => db.find(lock(ownerId, passwordHash)),
    /** The same if no password was checked. */
    lockAuthenticator: (db: TxDb, ownerId: string) => db.find(lockAny(ownerId)),
    /** False if a code of that step, or of a later one, was already used. */
    consumeStep: async (db: TxDb, ownerId: string, at: number): Promise<boolean> =>
      (await db.find(step(ownerId, at))) !== undefined,
    /** False if it is unknown or used. */
    consumeRecoveryCode: async (
      db: TxDb,
      ownerId: string,
      { hashes, now }: { hashes: Buffer[]; now: Date },
    ): Promise<boolean> => (await db.find(consume(ownerId, hashes, now))) !== undefined,
  };
}

function passwordChanges({ name, passwords, codes, owner }: PasswordTables) {
  const remove = prepared<[ownerId: string], never>(
    `${name}.delete-password`,
    `delete from ${passwords} where ${owner} = $1`,
  );
  const removeCodes = prepared<[ownerId: string], never>(
    `${name}.delete-recovery-codes`,
    `delete from ${codes} where ${owner} = $1`,
  );
  const update = prepared<[ownerId: string, passwordHash: string, now: Date], never>(
    `${name}.update-password`,
    `update ${passwords} set password_hash = $2, set_at = $3 where ${owner} = $1`,
  );
  const replace = prepared<[ownerId: string, hash: string, totp: Buffer, step: number, at: Date], never>(
    `${name}.replace-password`,
    `insert into ${passwords} (${owner}, password_hash, encrypted_totp, last_step, set_at) values ($1, $2, $3, $4, $5)
   on conflict (${owner}) do update
     set password_hash = excluded.password_hash, encrypted_totp = excluded.encrypted_totp,
       last_step = excluded.last_step, set_at = excluded.set_at`,
  );
  const authenticator = prepared<[ownerId: string, totp: Buffer, step: number], never>(
    `${name}.replace-authenticator`,
    `update ${passwords} set encrypted_totp = $2, last_step = $3 where ${owner} = $1`,
  );
  const insertCodes = prepared<[ownerId: string, hashes: readonly Buffer[]], never>(
    `${name}.insert-recovery-codes`,
    `insert into ${codes} (${owner}, code_hash) select $1, hash from unnest($2::bytea[]) hash`,
  );
  return {
    /** Without this row the account cannot sign in with a password. Its recovery codes are deleted with it. */
    deletePassword(db: TxDb, ownerId: string): void {
      db.write(removeCodes(ownerId));
      db.write(remove(ownerId));
    },
    updatePassword: (db: TxDb, ownerId: string, to: { passwordHash: string; now: Date }) =>
      db.write(update(ownerId, to.passwordHash, to.now)),
    /** Keeps the password. Without hashes the account has no recovery codes. */
    replaceAuthenticator(
      db: TxDb,
      row: Omit<NewPassword, 'passwordHash' | 'setAt'>,
      codeHashes: readonly Buffer[],
    ): void {
      db.write(authenticator(row.ownerId, row.sealedTotp, row.lastStep));
      db.write(removeCodes(row.ownerId));
      if (codeHashes.length > 0) db.write(insertCodes(row.ownerId, codeHashes));
    },
    replacePassword(db: TxDb, row: NewPassword, codeHashes: readonly Buffer[]): void {
      db.write(replace(row.ownerId, row.passwordHash, row.sealedTotp, row.lastStep, row.setAt));
      db.write(removeCodes(row.ownerId));
      db.write(insertCodes(row.ownerId, codeHashes));
    },
  };
}
