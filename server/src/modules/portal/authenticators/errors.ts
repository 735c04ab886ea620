import { AppError, notFound } from '#platform/errors';

export const ownAuthenticator = () =>
  new AppError('own_authenticator', 'You cannot reset your own authenticator. Another owner or admin can.', {
    status: 409,
  });

export const ownersAuthenticator = () =>
  new AppError('owner_required', 'Only an owner resets the authenticator of an owner.', { status: 403 });

/** An institution must not weaken a user's sign-in to another institution. */
export const roleElsewhere = () =>
  new AppError(
    'role_elsewhere',
    'This user has a role at another institution too, so only Makewhole resets their authenticator. Have them write to us.',
    { status: 409 },
  );

export const noAuthenticator = () =>
  new AppError('no_authenticator', 'This user has no password and no authenticator here.', { status: 409 });

export const addressDiffers = () =>
  new AppError('address_differs', 'This is not the address of the user. Type it as it is shown.', { status: 409 });

export const portalUserNotFound = () => notFound('No user of the partner portal has this address.');

export const authenticatorResetNotFound = () => notFound('There is no open reset of this id.');

/** The link is valid, but the reset has not opened yet. */
export const resetWaits = (opensAt: Date) =>
  new AppError('reset_waits', 'This link does not work yet. It waits so that it can be stopped.', {
    status: 409,
    details: { opens_at: opensAt.toISOString() },
  });

export const passwordRefused = () => new AppError('password_refused', 'The password is wrong.', { status: 403 });
