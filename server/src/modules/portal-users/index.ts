// Owns the users of the partner portal: their accounts, their roles at institutions, their sessions.
// Promises that no secret is stored in plain text, and that a role that ends takes effect at the next commit.
export { isAuthenticatorResetOpen } from './authenticators/is-authenticator-reset-open.ts';
export { isPortalInvitationOpen } from './members/is-portal-invitation-open.ts';
export { isResetOpen } from './password/is-reset-open.ts';
export { startPortalSession } from './password/start-portal-session.ts';
export {
  freshCodeRequired,
  institutionNotFound,
  liveNotOpen,
  ownSessionRequired,
  permissionRequired,
  testModeOnly,
  tokenScopeRequired,
} from './errors.ts';
export { personalData } from './personal-data.ts';
export { actAsPortal } from './sessions/act-as-portal.ts';
export { actAsPortalUser } from './sessions/act-as-portal-user.ts';
export { authenticatePortal, type SignedInUser } from './sessions/authenticate-portal.ts';
export { findPortalRole } from './sessions/find-portal-role.ts';
export { createPortalSession } from './sessions/create-portal-session.ts';
export { hasPermission } from './has-permission.ts';
export { listUserNames } from './list-user-names.ts';
export { queueSecurityNotice } from './queue-security-notice.ts';
export { purgePortalSessions } from './sessions/purge-portal-sessions.ts';
export { isSignUpOpen } from './sign-up/is-sign-up-open.ts';
export { purgeSignIns } from './sign-up/purge-sign-ins.ts';
export { startDemoSession } from './demo/start-demo-session.ts';
