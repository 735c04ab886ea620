// Owns memberships: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises one enrollment per VIN, one statement per month, and that a truncated upload cannot cancel a roster.
export { issueDueStatements } from './statements/issue-due-statements.ts';
export { findStatementsOverdueSince } from './statements/find-statements-overdue-since.ts';
export { findMemberStory } from './losses/find-member-story.ts';
export { findMemberSubmission } from './losses/find-member-submission.ts';
export { lockMemberSubmission } from './losses/lock-member-submission.ts';
export { isStatementOpen } from './statements/is-statement-open.ts';
export { listMemberContacts } from './losses/list-member-contacts.ts';
export { prepareMemberClose } from './losses/prepare-member-close.ts';
export { strikeMemberNumber } from './losses/strike-member-number.ts';
export { takeMemberNumber } from './losses/take-member-number.ts';
export { getMembershipFigures, type MembershipFigures } from './get-membership-figures.ts';
export { personalData } from './personal-data.ts';
