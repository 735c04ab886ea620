import { sql, typed, type Db, type TxDb } from '#platform/db';
import type { RegistrationRequest } from './schemas.ts';

type NewRegistration = {
  readonly id: string;
  readonly agent: RegistrationRequest['agent'];
  readonly operator_name: string;
  readonly operator_email: string;
  readonly operator_mailbox: string;
  readonly agreement_version: string;
  readonly agreement_hash: string;
  readonly code_hash: Buffer;
  readonly code_expires_at: Date;
  readonly livemode: boolean;
  readonly created_at: Date;
};

export function insertRegistration(db: TxDb, row: NewRegistration): void {
  db.write(typed(sql.insertInto('agents.registrations').values({ ...row, agent: JSON.stringify(row.agent) })));
}

type Pending = {
  readonly email: string;
  readonly mailbox: string;
  readonly now: Date;
};

/** When the live registrations that count against a mailbox's cap expire, soonest first (D-055). */
export const listPendingExpiries = (db: Db, { email, mailbox, now }: Pending) =>
  db.many(
    typed(
      sql
        .selectFrom('agents.registrations')
        .select('code_expires_at')
        .where((where) =>
          where.or([
            where('operator_mailbox', '=', mailbox),
            where(where.fn('lower', ['operator_email']), '=', email.toLowerCase()),
          ]),
        )
        .where('livemode', '=', true)
        .where('principal_id', 'is', null)
        .where('email_failed', '=', false)
        .where('code_expires_at', '>', now)
        .orderBy('code_expires_at'),
    ),
  );

export function updateEmailFailed(db: TxDb, ids: readonly string[]): void {
  db.write(typed(sql.updateTable('agents.registrations').set({ email_failed: true }).where('id', 'in', ids)));
}

export const findRegistration = (db: Db, id: string) =>
  db.find(
    typed(
      sql
        .selectFrom('agents.registrations')
        .select(['principal_id', 'code_expires_at', 'wrong_codes'])
        .where('id', '=', id),
    ),
  );

type RegistrationKey = { readonly id: string; readonly livemode: boolean };

/** The lock lasts until the transaction ends, so that concurrent tries are counted one after another. */
export const lockRegistration = (db: TxDb, { id, livemode }: RegistrationKey) =>
  db.find(
    typed(
      sql
        .selectFrom('agents.registrations')
        .selectAll()
        .where('id', '=', id)
        .where('livemode', '=', livemode)
        .forUpdate(),
    ),
  );

export function countWrongCode(db: TxDb, id: string): void {
  db.write(
    typed(
      sql
        .updateTable('agents.registrations')
        .set((set) => ({ wrong_codes: set('wrong_codes', '+', 1) }))
        .where('id', '=', id),
    ),
  );
}

export function updateVerified(db: TxDb, id: string, principalId: string): void {
  db.write(typed(sql.updateTable('agents.registrations').set({ principal_id: principalId }).where('id', '=', id)));
}

type NewProfile = {
  readonly principal_id: string;
  readonly agent: RegistrationRequest['agent'];
  readonly operator_name: string;
  readonly operator_email: string;
  readonly agreement_version: string;
  readonly agreement_hash: string;
  readonly agreement_accepted_at: Date;
  readonly created_at: Date;
};

export function insertProfile(db: TxDb, row: NewProfile): void {
  db.write(typed(sql.insertInto('agents.profiles').values({ ...row, agent: JSON.stringify(row.agent) })));
}

export async function findProfile(db: Db, principalId: string) {
  const row = await db.find(
    typed(sql.selectFrom('agents.profiles').selectAll().where('principal_id', '=', principalId)),
  );
  return row && { ...row, agent: row.agent as RegistrationRequest['agent'] };
}

export const listProfileAddresses = (db: Db, principalIds: readonly string[]) =>
  db.many(
    typed(
      sql
        .selectFrom('agents.profiles')
        .select(['principal_id', 'operator_email'])
        .where('principal_id', 'in', principalIds)
        .where('operator_email', '<>', ''),
    ),
  );
