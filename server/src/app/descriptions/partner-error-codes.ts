// The errors of each operation of the partner surface, derived from the guard's checks, so that the interface description is complete.
import type { FastifyContextConfig } from 'fastify';
import type { PartnerProblemCode } from '#lib/api/problems';

/** Errors that any operation can return. */
const always: readonly PartnerProblemCode[] = [
  'authentication_required',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'signature_profile_invalid',
  'signature_invalid',
  'signature_stale',
  'nonce_replayed',
  'auth_failures_throttled',
  'institution_suspended',
  'forbidden',
  'environment_mismatch',
  'rate_limited',
  'internal_error',
];

const ofBodies: readonly PartnerProblemCode[] = [
  'payload_too_large',
  'unsupported_media_type',
  'malformed_body',
  'idempotency_key_invalid',
];

/** Errors that only the operation itself can detect: conflicting states and objects. */
export const ownErrorCodes: Readonly<Record<string, readonly PartnerProblemCode[]>> = {
  'partners.verify-credential': ['forbidden', 'challenge_invalid', 'challenge_expired', 'credential_already_active'],
  'referrals.create': ['referral_exists'],
  'referrals.change': ['invalid_state', 'referral_exists'],
  'referrals.simulate': ['invalid_state'],
  'referrals.attest': ['invalid_state'],
  'plans.enroll': ['enrollment_exists'],
  'plans.change-enrollment': ['invalid_state', 'enrollment_exists'],
  'plans.report-loss': ['not_found', 'invalid_state', 'loss_notice_exists'],
  'plans.sync-roster': ['roster_cancel_threshold'],
};

export type DescribedRoute = {
  readonly config: FastifyContextConfig;
  readonly method: string;
  readonly url: string;
};

export function errorCodesOf({ config: { guard = {}, operation = '' }, method, url }: DescribedRoute): Set<string> {
  const changes = method === 'POST' || method === 'PATCH';
  const codes = new Set<PartnerProblemCode>(always);
  const add = (when: boolean, more: readonly PartnerProblemCode[]) => {
    if (when) for (const code of more) codes.add(code);
  };
  add(guard.planned === true || guard.feature !== undefined, ['operation_not_open']);
  // A planned operation is refused before anything else is checked.
  add(guard.planned === true && changes, ['payload_too_large']);
  if (guard.planned) return codes;
  add(true, ['validation_failed', ...(ownErrorCodes[operation] ?? [])]);
  add(url.includes('/:id'), ['not_found']);
  add(guard.testModeOnly === true, ['test_mode_only']);
  add(changes, ofBodies);
  add(changes && !guard.readOnlyMay, ['forbidden']);
  add(changes && !guard.everyTime, ['idempotency_conflict', 'idempotency_in_progress']);
  return codes;
}
