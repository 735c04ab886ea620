// Owns rosters and referrals that partners upload as files: the file, its plan or dry run, each row's outcome. Promises
// that exactly the preview is executed, that nothing changes before a user applies it, and that each block runs once.
export { personalData } from './personal-data.ts';
export { stopReferralFiles, workReferralFiles } from './referral-applying/applying.ts';
export { purgeReferralFiles } from './referral-uploads/files.ts';
export { stopRosterFiles } from './roster-plans/apply-roster-file.ts';
export { purgeRosterFiles } from './roster-plans/plan-rows.ts';
export { workRosterFiles } from './roster-plans/plans.ts';
export { eraseUploads } from './roster-uploads/roster-files.ts';
