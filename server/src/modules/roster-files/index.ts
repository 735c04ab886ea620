// Owns rosters that users of the portal upload as files: the file, the plan made of it, its execution and its undoing.
// Promises that the preview is the plan that is executed, and that nothing changes before somebody applies it.
export { eraseUploads } from './files/roster-files.ts';
export { personalData } from './personal-data.ts';
export { purgeRosterFiles } from './plans/plan-rows.ts';
export { stopRosterFiles } from './plans/apply-roster-file.ts';
export { workRosterFiles } from './plans/plans.ts';
