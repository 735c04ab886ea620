// Owns the log of institutions' calls: 30 days of what was asked and answered, and 7 days of bodies in test mode, encrypted.
// Promises that no answer waits for it, that no body and no value of a query of a live call is stored, and that what is
// missing is counted.
export { findHandledConflict } from './request-log.ts';
export { findReplayedCall } from './request-log.ts';
export { findLogOverdueSince } from './retention/retention.ts';
export { getRequest } from './request-log.ts';
export { listRequests } from './request-log.ts';
export { maintainLog } from './retention/maintain-log.ts';
export { personalData } from './personal-data.ts';
export { RequestRecorder } from './recording/request-recorder.ts';
export {
  bodyMax,
  listMemberNames,
  listObjectIds,
  listShownHeaders,
  logDays,
  startOf,
  writeIssuePaths,
  writePath,
  type BodyStart,
  type CallOrigin,
} from './rules.ts';
