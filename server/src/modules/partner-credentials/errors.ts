import { partnerProblems, type PartnerProblemCode } from '#lib/api/problems';
import { AppError } from '#platform/errors';

type ProblemOptions = { readonly details?: Readonly<Record<string, unknown>>; readonly retryAfterS?: number };

/** An error of the partner surface; its status comes from the catalog. */
export const partnerProblem = (code: PartnerProblemCode, detail: string, options: ProblemOptions = {}): AppError =>
  new AppError(code, detail, { status: partnerProblems[code].status, ...options });

export const refuseAuthentication = (
  code: 'key_unknown' | 'key_revoked' | 'key_expired' | 'signature_invalid' | 'signature_stale',
  detail: string,
) => ({
  refusal: partnerProblem(code, detail),
  counts: true,
});

export const staleSignatureText = 'The created time of the signature is too far from our clock.';
