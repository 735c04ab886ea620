// Owns referrals: the borrowers that institutions refer, their invitations, and their review records.
// Promises that every transition is one of T6 with exactly one event, and that a tenant sees only its own referrals.
export { milestoneNames } from './figure-store.ts';
export { findReferralStory, isInvitationOpen, expireNow } from './invitation/invitation.ts';
export {
  findBorrowerSubmission,
  lockBorrowerSubmission,
  listBorrowerContacts,
  strikeBorrowerNumber,
  takeBorrowerNumber,
} from './lifecycle/borrowers.ts';
export { expireReferrals } from './lifecycle/expire-referrals.ts';
export { prepareBorrowerDelivery } from './lifecycle/prepare-borrower-delivery.ts';
export { prepareReferralClose, prepareDecline, prepareSettlement } from './lifecycle/referral-closing.ts';
export { attestReferral, simulateReferral } from './lifecycle/referral-moves.ts';
export type { ReferredLoan } from './loan-store.ts';
export { personalData } from './personal-data.ts';
export {
  findReferredLoan,
  listActivationCohorts,
  listMilestoneReferrals,
  listSettlementDays,
  listSettledLoans,
  getReferralFigures,
  type ReferralFigures,
} from './referrals.ts';
export { reviewReferral } from './review/review.ts';
export type { NewReferral, ReferralView } from './schemas.ts';
export { createReferrals, listKnownReferrals } from './submission/create-referrals.ts';
export {
  getReferral,
  cancelReferral,
  editReferral,
  listReferralIssues,
  listReferrals,
} from './submission/edit-referral.ts';
