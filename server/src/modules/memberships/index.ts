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
export { getEnrollment } from './enrollments/get-enrollment.ts';
export { getStatement } from './statements/get-statement.ts';
export { changeEnrollment } from './enrollments/change-enrollment.ts';
export { enrollVehicle } from './enrollments/enroll-vehicle.ts';
export { listEnrollments } from './enrollments/list-enrollments.ts';
export { cancelRedemption } from './losses/cancel-redemption.ts';
export { completeRedemption } from './losses/complete-redemption.ts';
export { reportLoss } from './losses/report-loss.ts';
export type { EnrollmentPatch, EnrollmentStatus, EnrollmentView, NewEnrollment } from './schemas.ts';
export { lockRoster } from './rosters/lock-roster.ts';
export { planRoster, type RosterPlan } from './rosters/plan-roster.ts';
export { applyPlanned } from './rosters/apply-planned.ts';
export { getRosterVersion } from './rosters/get-roster-version.ts';
export { enrollmentIdsAt, plannedTable, type PreviewCounts } from './rosters/plan-store.ts';
export { mayCancel, thresholdPercent } from './rules.ts';
export { personalData } from './personal-data.ts';
