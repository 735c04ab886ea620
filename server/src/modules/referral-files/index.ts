// Owns referrals that users of the portal upload as files: the file, its rows, the dry run, and what became of each row.
// Promises that nobody is referred before somebody applies the file, and that a block of it is done once.
export { personalData } from './personal-data.ts';
export { purgeReferralFiles } from './files/files.ts';
export { stopReferralFiles } from './applying/applying.ts';
export { workReferralFiles } from './applying/applying.ts';
