import type { Tx } from '#context';
import type { PartnerActor } from '#actor';
import type { AppError } from '#platform/errors';

/** Who is calling, or why the call is refused. A refusal that `counts` is one that guessing causes (D-086). */
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
      /** Whose key it was, where somebody showed one that is no longer good. */
      readonly of?: CredentialHolder;
    };

/** An institution in one mode, and which credential of it. */
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

/** Who is calling, by a credential that was found good. */
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
 * Whose credentials: the portal acts in one mode, staff and the command in both. Never optional, so that nobody acts in
 * both by forgetting to say in which.
 */
export type CredentialScope = { readonly institutionId: string; readonly livemode: boolean | 'both' };

/** As a condition of SQL: `livemode = any(…)`. */
export const modesOf = ({ livemode }: CredentialScope): boolean[] => (livemode === 'both' ? [true, false] : [livemode]);

/**
 * Taken by whoever makes or ends a credential of the institution. A user of the portal shares the lock of their institution
 * until the commit, which ending a credential takes alone: two of them at once would wait for each other.
 */
export const credentialsLock = (institutionId: string): string => `partner-credentials/${institutionId}`;

/** How exact "last used" is; a write per request would cost more than it tells. */
export const lastUsedExactS = 60;

type MadeCredential = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly what: 'key' | 'signed credential';
};

/** Notifies whom it concerns, in the transaction that makes it. */
export type NotifyOfCredential = (tx: Tx, made: MadeCredential) => Promise<void>;
