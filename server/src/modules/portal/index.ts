// Owns the people of the partner portal: accounts, roles, sessions, their request log, the signature check, going live.
// Promises that no secret is stored in plain text, and that a removed role takes effect at the next commit.
export { isAuthenticatorResetOpen } from './authenticators/authenticator-resets.ts';
export { startDemoSession } from './demo/start-demo-session.ts';
export {
  freshCodeRequired,
  institutionNotFound,
  liveNotOpen,
  ownSessionRequired,
  permissionRequired,
  testModeOnly,
  tokenScopeRequired,
} from './errors.ts';
export { isPortalInvitationOpen } from './members/members.ts';
export { isResetOpen } from './password/password-reset.ts';
export { personalData } from './personal-data.ts';
export { hasPermission, listUserNames, queueSecurityNotice } from './portal-users.ts';
export { getRequest, listRequests } from './request-log/request-log.ts';
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
} from './request-log/rules.ts';
export { RequestRecorder } from './request-recording/request-recorder.ts';
export { findLogOverdueSince, maintainLog } from './request-retention/maintain-log.ts';
export {
  actAsPortal,
  actAsPortalUser,
  authenticatePortal,
  type SignedInUser,
  findPortalRole,
  createPortalSession,
  purgePortalSessions,
} from './sessions/sessions.ts';
export { isSignUpOpen, purgeSignIns } from './sign-up/sign-up.ts';
