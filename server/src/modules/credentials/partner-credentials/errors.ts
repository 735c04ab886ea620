import { partnerProblems, type PartnerProblemCode } from '#lib/api/problems';
import { AppError, notFound } from '#platform/errors';

type ProblemOptions = { readonly details?: Readonly<Record<string, unknown>>; readonly retryAfterS?: number };

/** A partner API error; its status comes from the catalog. */
export const partnerProblem = (code: PartnerProblemCode, detail: string, options: ProblemOptions = {}): AppError =>
  new AppError(code, detail, { status: partnerProblems[code].status, ...options });

export const refuseAuthentication = (
  code: 'key_unknown' | 'key_revoked' | 'key_expired' | 'signature_invalid' | 'signature_stale',
  detail: string,
) => ({
  refusal: partnerProblem(code, detail),
  counts: true,
});

export const keyUnknown = () => refuseAuthentication('key_unknown', 'This bearer key is not known.');

/** The holder of the key is known, so these cases are reported separately and never throttled. */
export const keyRevoked = () => ({
  ...refuseAuthentication('key_revoked', 'This bearer key was revoked.'),
  counts: false,
});
export const keyExpired = () => ({
  ...refuseAuthentication('key_expired', 'This bearer key has expired.'),
  counts: false,
});

/**
 * The sender has the key, so the true reason helps its owner and reveals nothing to a guesser; the code is `forbidden`,
 * which the contract has.
 */
export const addressNotAllowed = () => ({
  refusal: partnerProblem('forbidden', 'This bearer key is not accepted from your address.'),
  counts: false,
});

/** One response for every failed signature, whatever the reason: unknown clients learn nothing (D-084). */
export const signatureInvalid = () =>
  refuseAuthentication('signature_invalid', 'No active credential made this signature over this request.');

export const keyNotFound = () => notFound('This institution has no key with this id.');

export const credentialNotFound = () => notFound('This institution has no credential with this id.');

export const keyNotRotatable = () =>
  new AppError('invalid_state', 'This key has ended or was replaced before; make a new key instead.', { status: 409 });

export const tooManyKeys = () =>
  new AppError('key_limit', 'There are 50 keys in this mode that still work; revoke one first.', { status: 409 });

export const credentialNotReplaceable = () =>
  new AppError('invalid_state', 'This credential was revoked, so there is nothing to take over.', { status: 409 });

export const tooManyCredentials = () =>
  new AppError('credential_limit', 'There are 20 credentials in this mode that are active or wait; revoke one first.', {
    status: 409,
  });

export const institutionSuspended = () => partnerProblem('institution_suspended', 'Your institution is suspended.');

export const staleSignatureText = 'The created time of the signature is too far from our clock.';
