import { AppError } from '#platform/errors';

export const staffExists = () =>
  new AppError('staff_exists', 'Somebody of the team already has this address.', { status: 409 });

export const staffNotFound = () => new AppError('not_found', 'Nobody of the team has this address.', { status: 404 });

export const ownAccount = () =>
  new AppError('own_role', 'You cannot lower your own role or disable your own account.', { status: 409 });

export const ownSignIn = () =>
  new AppError('own_sign_in', 'You cannot reset your own sign-in. Ask another administrator.', { status: 409 });

/** Set-up links are sent by email only, so without a mail server a member whose sign-in was reset could not come back. */
export const mailNotConfigured = () =>
  new AppError('mail_not_configured', 'No mail server is configured, so no set-up link can be sent.', { status: 409 });

export const demoInProduction = () =>
  new AppError('forbidden', 'In production nobody signs in by a link of the demo.', { status: 403 });

export const memberDisabled = () =>
  new AppError('staff_disabled', 'This account has ended. Enable it first.', { status: 409 });

export const confirmationRequired = () =>
  new AppError('fresh_code_required', 'Confirm that it is you first: with your password, or by signing in again.', {
    status: 403,
  });

/** Members without a password get the same error: they sign in through the identity provider. */
export const passwordRefused = () => new AppError('password_refused', 'The password is wrong.', { status: 403 });

/** A token acts without a person, so it cannot do this. */
export const sessionRequired = () =>
  new AppError('own_session_required', 'Only somebody who is signed in on the board confirms.', { status: 403 });
