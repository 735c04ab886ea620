import type { Tx } from '#context';
import type { PartnerActor } from '#actor';
import type { AppError } from '#platform/errors';

/** The caller, or the reason why the call is refused. A refusal that `counts` is one that guessing causes (D-086). */
export type Authentication =
  | {
      readonly actor: PartnerActor;
      readonly suspended: boolean;
      /** Whether the feature that the operation needs is open, read together with the credential. */
      readonly isOpen: boolean;
    }
  | {
      readonly refusal: AppError;
      readonly counts: boolean;
      /** The owner of a key that is no longer valid. */
      readonly of?: CredentialHolder;
    };

/** An institution in one mode, and which of its credentials. */
export type CredentialHolder = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly credentialId: string;
};

type StoredIdentity = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: PartnerActor['role'];
  readonly institution_status: string;
};

/** The caller, by a valid credential. */
export const toAuthentication = (
  found: StoredIdentity,
  credentialType: PartnerActor['credentialType'],
  isOpen: boolean,
): Authentication => ({
  actor: {
    kind: 'partner',
    institutionId: found.institution_id,
    livemode: found.livemode,
    role: found.role,
    credentialId: found.id,
    credentialType,
  },
  suspended: found.institution_status !== 'active',
  isOpen,
});

/**
 * Whose credentials: the portal acts in one mode, staff and the command in both. Never optional, so that forgetting the
 * mode cannot select both.
 */
export type CredentialScope = { readonly institutionId: string; readonly livemode: boolean | 'both' };

/** As an SQL condition: `livemode = any(…)`. */
export const modesOf = ({ livemode }: CredentialScope): boolean[] => (livemode === 'both' ? [true, false] : [livemode]);

/**
 * Taken by operations that create or end a credential of the institution. A portal request shares its institution's
 * lock until the commit, and ending a credential takes that lock exclusively: two of them would deadlock.
 */
export const credentialsLock = (institutionId: string): string => `partner-credentials/${institutionId}`;

/** Precision of "last used"; a write per request would cost more than it is worth. */
export const lastUsedExactS = 60;

type MadeCredential = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly what: 'key' | 'signed credential';
};

/** Notifies the people concerned, in the transaction that creates it. */
export type NotifyOfCredential = (tx: Tx, made: MadeCredential) => Promise<void>;
