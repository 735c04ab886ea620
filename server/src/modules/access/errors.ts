import { partnerProblems, type PartnerProblemCode } from '#lib/problems';
import { AppError } from '#platform/errors';

export const staffExists = () =>
  new AppError('staff_exists', 'Somebody of the team already has this address.', { status: 409 });

export const staffNotFound = () => new AppError('not_found', 'Nobody of the team has this address.', { status: 404 });

/** More passwords are being compared than can be in a few seconds. */
export const signInCrowded = () =>
  new AppError('service_unavailable', 'Too many people are signing in at this moment. Please try again.', {
    status: 503,
    retryAfterS: 10,
  });

type ProblemOptions = { readonly details?: Readonly<Record<string, unknown>>; readonly retryAfterS?: number };

/** An error of the partner surface; its status is the catalogue's. */
export const partnerProblem = (code: PartnerProblemCode, detail: string, options: ProblemOptions = {}): AppError =>
  new AppError(code, detail, { status: partnerProblems[code].status, ...options });

export const lastAdministrator = () => new AppError('own_role', 'Somebody else must do this to you.', { status: 409 });
