// Owns referrals: the borrowers that institutions refer, their invitations, and their review records.
// Promises that every transition is one of T6 with exactly one event, and that a tenant sees only its own referrals.
export { findReferralStory } from './invitation/find-referral-story.ts';
export { expireReferrals } from './lifecycle/expire-referrals.ts';
export { isInvitationOpen } from './invitation/is-invitation-open.ts';
export { findBorrowerSubmission } from './lifecycle/find-borrower-submission.ts';
export { lockBorrowerSubmission } from './lifecycle/lock-borrower-submission.ts';
export { listBorrowerContacts } from './lifecycle/list-borrower-contacts.ts';
export { findReferredLoan } from './find-referred-loan.ts';
export { listActivationCohorts, type ActivationCohort } from './list-activation-cohorts.ts';
export { listSettledLoans } from './list-settled-loans.ts';
export type { ReferredLoan } from './loan-store.ts';
export { getReferralFigures, type ReferralFigures } from './get-referral-figures.ts';
export { strikeBorrowerNumber } from './lifecycle/strike-borrower-number.ts';
export { takeBorrowerNumber } from './lifecycle/take-borrower-number.ts';
export { prepareBorrowerDelivery } from './lifecycle/prepare-borrower-delivery.ts';
export { prepareReferralClose } from './lifecycle/prepare-referral-close.ts';
export { prepareDecline } from './lifecycle/prepare-decline.ts';
export { prepareSettlement } from './lifecycle/prepare-settlement.ts';
export { personalData } from './personal-data.ts';
