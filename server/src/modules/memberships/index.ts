// Owns memberships: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises one enrollment per VIN, one statement per month, and that a truncated upload cannot cancel a roster.
export { getEnrollment, changeEnrollment, enrollVehicle, listEnrollments } from './enrollments/enrollments.ts';
export { getMembershipFigures, type MembershipFigures } from './get-membership-figures.ts';
export {
  findMemberStory,
  findMemberSubmission,
  lockMemberSubmission,
  listMemberContacts,
  strikeMemberNumber,
  takeMemberNumber,
} from './losses/members.ts';
export { prepareMemberClose, cancelRedemption, completeRedemption } from './losses/redemptions.ts';
export { reportLoss } from './losses/report-loss.ts';
export { personalData } from './personal-data.ts';
export { enrollmentIdsAt, plannedTable, type PreviewCounts } from './rosters/plan-store.ts';
export { planRoster } from './rosters/stage-roster.ts';
export { lockRoster, applyPlanned, getRosterVersion } from './rosters/sync-roster.ts';
export { mayCancel, thresholdPercent } from './rules.ts';
export type { EnrollmentPatch, EnrollmentStatus, EnrollmentView, NewEnrollment } from './schemas.ts';
export { issueDueStatements, isStatementOpen } from './statements/issue-statements.ts';
export { findStatementsOverdueSince, getStatement } from './statements/statements.ts';
