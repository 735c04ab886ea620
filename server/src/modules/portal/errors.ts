import { AppError, notFound } from '#platform/errors';

/** The same for an institution that is not there and for one where the user has no role. */
export const institutionNotFound = () => notFound('There is no such institution.');

export const permissionRequired = (permission: string) =>
  new AppError('role_required', 'Your role at this institution does not allow this.', {
    status: 403,
    details: { permission },
  });

export const freshCodeRequired = () =>
  new AppError('fresh_code_required', 'Confirm with a code of your authenticator first.', { status: 403 });

export const liveNotOpen = () =>
  new AppError('live_not_open', 'Live mode is not open yet for this institution. The sandbox is.', { status: 403 });

export const testModeOnly = () => new AppError('test_mode_only', 'This exists in test mode only.', { status: 403 });

/** A token that does not have the permission, or is not for the mode. */
export const tokenScopeRequired = () =>
  new AppError('scope_required', 'This token is not for this operation or mode.', { status: 403 });

/** What is about a user's own account is not for tokens, nor for sessions that one institution's provider made. */
export const ownSessionRequired = () =>
  new AppError('own_session_required', 'Sign in with your own password or passkey for this.', { status: 403 });

export const tokenNotFound = () => notFound('There is no such token.');

export const tooManyTokens = () =>
  new AppError('too_many_tokens', 'You have 50 tokens at this institution. Revoke one first.', { status: 409 });

export const passkeyNotFound = () => notFound('You have no such passkey.');

export const tooManyPasskeys = () =>
  new AppError('too_many_passkeys', 'You have 20 passkeys. Remove one first.', { status: 409 });

/** One answer for everything that can be wrong with what an authenticator shows. */
export const passkeyRefused = () =>
  new AppError('passkey_refused', 'The passkey was not accepted. Begin again.', { status: 403 });

export const issuerNotFound = () => notFound('No single sign-on is set up.');

/** An admin with a provider of their own would be whichever owner they like. */
export const issuerRefused = () =>
  new AppError('owner_required', 'Only an owner names another identity provider or client.', { status: 403 });

/** The same for an address without an account, a wrong password and a wrong code. */
export const signInRefused = () =>
  new AppError('sign_in_refused', 'The address, the password or the code is wrong.', { status: 403 });

export const codeRefused = () =>
  new AppError('code_refused', 'The code is wrong, or was used already. Wait for the next one.', { status: 403 });

export const passwordWeak = (problem: string) => new AppError('password_weak', problem, { status: 400 });

/** The same for a link that never was, was used, was replaced or is too old. */
export const linkNotFound = () => notFound('This link was used, was replaced or has expired.');

export const accountExists = () =>
  new AppError('account_exists', 'This address has an account already. Sign in with it.', { status: 409 });

export const mailNotConfigured = () =>
  new AppError('mail_not_configured', 'No mail server is configured, so no link can be sent.', { status: 409 });
