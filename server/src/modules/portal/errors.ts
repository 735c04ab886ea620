import { AppError, notFound } from '#platform/errors';

/** The same error for an institution that does not exist and for one where the user has no role. */
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

/** For a token that lacks the permission or does not cover the mode. */
export const tokenScopeRequired = () =>
  new AppError('scope_required', 'This token is not for this operation or mode.', { status: 403 });

/** Tokens, and sessions from an institution's own provider, cannot access the user's own account. */
export const ownSessionRequired = () =>
  new AppError('own_session_required', 'Sign in with your own password or passkey for this.', { status: 403 });

export const tokenNotFound = () => notFound('There is no such token.');

export const tooManyTokens = () =>
  new AppError('too_many_tokens', 'You have 50 tokens at this institution. Revoke one first.', { status: 409 });

export const passkeyNotFound = () => notFound('You have no such passkey.');

export const tooManyPasskeys = () =>
  new AppError('too_many_passkeys', 'You have 20 passkeys. Remove one first.', { status: 409 });

/** One error for everything that can be wrong with a passkey response. */
export const passkeyRefused = () =>
  new AppError('passkey_refused', 'The passkey was not accepted. Begin again.', { status: 403 });

export const issuerNotFound = () => notFound('No single sign-on is set up.');

/** An admin who chose the provider could sign in as any owner. */
export const issuerRefused = () =>
  new AppError('owner_required', 'Only an owner names another identity provider or client.', { status: 403 });

/** The same error for an address without an account, a wrong password and a wrong code. */
export const signInRefused = () =>
  new AppError('sign_in_refused', 'The address, the password or the code is wrong.', { status: 403 });

export const codeRefused = () =>
  new AppError('code_refused', 'The code is wrong, or was used already. Wait for the next one.', { status: 403 });

export const passwordWeak = (problem: string) => new AppError('password_weak', problem, { status: 400 });

/** The same error for a link that never existed, was used, was replaced or has expired. */
export const linkNotFound = () => notFound('This link was used, was replaced or has expired.');

export const accountExists = () =>
  new AppError('account_exists', 'This address has an account already. Sign in with it.', { status: 409 });

export const mailNotConfigured = () =>
  new AppError('mail_not_configured', 'No mail server is configured, so no link can be sent.', { status: 409 });
