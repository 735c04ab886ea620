import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import type { TxDb } from '#platform/db';

/** Kinds of personal data that a column may hold. */
export type PersonalKind =
  | 'name'
  | 'contact'
  | 'free text'
  | 'document'
  | 'network address'
  | 'browser'
  /** A third party's number for them: a loan, a claim, a policy. */
  | 'reference'
  | 'vehicle'
  /** Keyed, so that it reveals nothing without the key. */
  | 'fingerprint';

/** Whose data it is. */
export type Whose = 'customer' | 'staff' | 'operator of an agent' | 'people of an institution' | 'caller';

/** Rows as they are stored, by column. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The associated data that binds an encrypted column's value to its row. */
export type Aad = (row: StoredRow) => string;

type End =
  /** An SQL expression. */
  | { readonly to: string }
  /** What remains of the text, or of the decrypted text. */
  | { readonly rewrite: (plain: string) => string }
  /** The database computes it from another column. */
  | { readonly follows: string }
  /** Deleted with its row. */
  | { readonly goes: true }
  /** Kept, with the reason. */
  | { readonly kept: string };

export type PersonalColumn = { readonly holds: PersonalKind; readonly aad?: Aad } & End;

/** The person, or the case, whose data is exported or erased. */
export type DataSubject = {
  /** Ids of all their records: intakes, referrals, enrollments, consultations, holds. */
  readonly ids: readonly string[];
  /** Fingerprints of their contacts; empty when the subject is a single case. */
  readonly hashes: readonly Buffer[];
  /** Their contacts, normalized; empty when the subject is a single case. */
  readonly contacts: readonly string[];
};

export type EraseTx = { readonly db: TxDb; readonly vault: Vault; readonly clock: Clock };

/** How long rows are stored. */
export type Period =
  /** Until the case that they belong to is erased: by request, or by age. */
  | { readonly with: 'case' }
  /** So many days after the time in this column; the job `privacy.delete-old` deletes them. */
  | { readonly days: number; readonly after: string; readonly lasts?: string }
  | {
      readonly lasts: string;
      readonly job: string;
      readonly how: 'deleted' | 'partition dropped' | 'blanked' | 'moved';
    }
  | { readonly kept: string };

export type TableDeclaration = {
  readonly whose?: Whose;
  readonly period: Period;
  /** Which rows are a person's: SQL with :ids, :hashes and :contacts. Without it erasure does not touch the table. */
  readonly rows?: string;
  /** What erasure does to those rows; a function for a table with special rules. Default: their columns are blanked. */
  readonly erase?: 'delete' | ((tx: EraseTx, person: DataSubject) => Promise<number>);
  /** Columns that identify the row, where that is not `id`. */
  readonly key?: readonly string[];
  /** Columns that are not personal data but change with the erasure: SQL, with :now. */
  readonly also?: Readonly<Record<string, string>>;
  readonly personal?: Readonly<Record<string, PersonalColumn>>;
  /** Text columns without personal data: ids, states, figures, digests of secrets. */
  readonly plain?: readonly string[];
};

export type PersonalData = Readonly<Record<string, TableDeclaration>>;

export const toNull = (holds: PersonalKind): PersonalColumn => ({ holds, to: 'null' });
export const toEmpty = (holds: PersonalKind): PersonalColumn => ({ holds, to: `''` });
export const toSql = (holds: PersonalKind, to: string): PersonalColumn => ({ holds, to });
export const rewritten = (holds: PersonalKind, rewrite: (plain: string) => string): PersonalColumn => ({
  holds,
  rewrite,
});
export const goes = (holds: PersonalKind, aad?: Aad): PersonalColumn =>
  aad === undefined ? { holds, goes: true } : { holds, goes: true, aad };
export const follows = (holds: PersonalKind, column: string): PersonalColumn => ({ holds, follows: column });
export const stays = (holds: PersonalKind, why: string): PersonalColumn => ({ holds, kept: why });

/** Encrypted, and null after erasure. */
export const encryptedToNull = (holds: PersonalKind, aad: Aad): PersonalColumn => ({ holds, aad, to: 'null' });
/** Encrypted, and re-encrypted with the remaining members. */
export const encryptedRewritten = (
  holds: PersonalKind,
  aad: Aad,
  rewrite: (plain: string) => string,
): PersonalColumn => ({
  holds,
  aad,
  rewrite,
});

/** Table and id, which bind most encrypted columns. */
export const aadOf =
  (table: string, suffix = ''): Aad =>
  (row) =>
    `${table}/${String(row['id'])}${suffix}`;

export const untilErased: Period = { with: 'case' };
