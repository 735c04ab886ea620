import type { PartnerActor } from '#actor';
import type { AppError } from '#platform/errors';

/** Who is calling, or why the call is refused. A refusal that `counts` is one that guessing causes (D-086). */
export type Authentication =
  | { readonly actor: PartnerActor; readonly suspended: boolean }
  | { readonly refusal: AppError; readonly counts: boolean };

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
});

/** How exact "last used" is; a write per request would cost more than it tells. */
export const lastUsedExactS = 60;
