// Owns memberships: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises one enrollment per VIN, one statement per month, and that a truncated upload cannot cancel a roster.
export { issueDueStatements } from './statements/issue-due-statements.ts';
export { findStatementsOverdueSince } from './statements/find-statements-overdue-since.ts';
export { listMemberContacts } from './losses/list-member-contacts.ts';
export { strikeMemberNumber } from './losses/strike-member-number.ts';
export { takeMemberNumber } from './losses/take-member-number.ts';
export { getMembershipFigures, type MembershipFigures } from './get-membership-figures.ts';
