// Owns rosters that users of the portal upload as files: the file, the plan made of it, its execution and its undoing.
// Promises that the preview is the plan that is executed, and that nothing changes before somebody applies it.
export { eraseUploads } from './files/erase-uploads.ts';
export { personalData } from './personal-data.ts';
export { purgeRosterFiles } from './plans/purge-roster-files.ts';
export { stopRosterFiles } from './plans/stop-roster-files.ts';
export { workRosterFiles } from './plans/work-roster-files.ts';
