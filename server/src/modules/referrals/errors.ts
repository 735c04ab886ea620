import { partnerProblem } from '#modules/credentials';
import { AppError, notFound } from '#platform/errors';
import type { ReferralStatus } from './schemas.ts';

export const referralNotFound = () => notFound('No referral of yours has this id.');

/** As for closing a case (consultations/closing). */
export const moneyOpen = () =>
  new AppError('money_open', 'A card hold is active or being processed. Capture or release it first.', {
    status: 409,
  });

export const reviewNotFound = () => notFound('This referral has no review record.');

export const invalidState = (status: ReferralStatus) =>
  partnerProblem('invalid_state', `The referral is ${status}; this cannot be done any more, or not yet.`, {
    details: { current_status: status },
  });

export const referralExists = (referralId: string) =>
  partnerProblem('referral_exists', 'There is an open referral for this VIN.', {
    details: { referral_id: referralId },
  });

/** Another user changed it after the page was loaded; the form must not overwrite that unseen. */
export const referralChanged = () =>
  new AppError('referral_changed', 'Somebody changed this referral after you opened it. Look at it again.', {
    status: 409,
  });

/** A user who may not see a live borrower's contacts must not redirect the invitation either. */
export const contactsHidden = () =>
  new AppError(
    'contacts_hidden',
    'You see live borrowers masked, so you cannot change their name, email or phone. That needs the permission contacts.read.',
    { status: 403, details: { permission: 'contacts.read' } },
  );

export const documentNotFound = () => notFound('No document that you sent has this id.');

export const reviewCompleted = () =>
  partnerProblem('invalid_state', 'The review is completed.', { details: { current_status: 'completed' } });

/** Thrown when another referral took the VIN at the same moment; the catcher looks up which one. */
export class VinTaken extends Error {
  readonly vin: string;

  constructor(vin: string) {
    super('another open referral has this VIN');
    this.vin = vin;
  }
}
