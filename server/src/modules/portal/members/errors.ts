import { AppError, notFound } from '#platform/errors';

/** The same error for a user who does not exist and for one at another institution. */
export const userNotFound = () => notFound('Nobody at this institution has this id.');

export const invitationNotFound = () => notFound('There is no open invitation of this id.');

export const ownerRequired = () =>
  new AppError('owner_required', 'Only an owner makes, changes or removes owners.', { status: 403 });

export const lastOwner = () =>
  new AppError('last_owner', 'An institution has an owner. Make somebody else owner first.', { status: 409 });

export const ownRole = () =>
  new AppError('own_role', 'You cannot change your own role here. Another owner can, or leave the institution.', {
    status: 409,
  });

export const alreadyMember = () =>
  new AppError('already_member', 'Somebody at this institution has this address.', { status: 409 });

export const tooManyInvitations = () =>
  new AppError('too_many_invitations', 'A hundred invitations are open. Revoke some first.', { status: 409 });

/** The signed-in user is not the person the invitation was sent to. */
export const invitationForAnother = () =>
  new AppError('invitation_for_another', 'This invitation was sent to another address. Sign in with that one.', {
    status: 403,
  });
