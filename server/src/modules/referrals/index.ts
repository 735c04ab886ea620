// Owns referrals: the borrowers that institutions send, their invitations, and the review records about them.
// Promises that every transition is one of T6 with exactly one event, and that nobody sees another's referral.
export { expireReferrals } from './expire-referrals.ts';
export { isInvitationOpen } from './is-invitation-open.ts';
export { listBorrowerContacts } from './list-borrower-contacts.ts';
export { referralFigures, type ReferralFigures } from './referral-figures.ts';
export { takeNo } from './take-no.ts';
