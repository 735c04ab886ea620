// Owns memberships: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises one enrollment per VIN, one statement per month, and that a truncated upload cannot cancel a roster.
export { issueDueStatements } from './statements/issue-statements.ts';
export { findStatementsOverdueSince } from './statements/statements.ts';
export { findMemberStory } from './losses/members.ts';
export { findMemberSubmission } from './losses/members.ts';
export { lockMemberSubmission } from './losses/members.ts';
export { isStatementOpen } from './statements/issue-statements.ts';
export { listMemberContacts } from './losses/members.ts';
export { prepareMemberClose } from './losses/redemptions.ts';
export { strikeMemberNumber } from './losses/members.ts';
export { takeMemberNumber } from './losses/members.ts';
export { getMembershipFigures, type MembershipFigures } from './get-membership-figures.ts';
export { getEnrollment } from './enrollments/enrollments.ts';
export { getStatement } from './statements/statements.ts';
export { changeEnrollment } from './enrollments/enrollments.ts';
export { enrollVehicle } from './enrollments/enrollments.ts';
export { listEnrollments } from './enrollments/enrollments.ts';
export { cancelRedemption } from './losses/redemptions.ts';
export { completeRedemption } from './losses/redemptions.ts';
export { reportLoss } from './losses/report-loss.ts';
export type { EnrollmentPatch, EnrollmentStatus, EnrollmentView, NewEnrollment } from './schemas.ts';
export { lockRoster } from './rosters/sync-roster.ts';
export { planRoster, type RosterPlan } from './rosters/stage-roster.ts';
export { applyPlanned } from './rosters/sync-roster.ts';
export { getRosterVersion } from './rosters/sync-roster.ts';
export { enrollmentIdsAt, plannedTable, type PreviewCounts } from './rosters/plan-store.ts';
export { mayCancel, thresholdPercent } from './rules.ts';
export { personalData } from './personal-data.ts';
