// Owns membership plans: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises that a vehicle is on a roster once, that a truncated file drops nobody, and one statement per month.
export { issueDueStatements, statementsOverdueSince } from './issue-due-statements.ts';
export { listMemberContacts } from './list-member-contacts.ts';
export { membershipFigures, type MembershipFigures } from './membership-figures.ts';
