// Owns the users of the partner portal: their accounts, their roles at institutions, their sessions.
// Promises that no secret is stored in plain text, and that a role that ends takes effect at the next commit.
export { isAuthenticatorResetOpen } from './authenticators/authenticator-resets.ts';
export { isPortalInvitationOpen } from './members/members.ts';
export { isResetOpen } from './password/password-reset.ts';
export { startPortalSession } from './password/sign-in-portal.ts';
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
export { actAsPortal } from './sessions/sessions.ts';
export { actAsPortalUser } from './sessions/sessions.ts';
export { authenticatePortal, type SignedInUser } from './sessions/sessions.ts';
export { findPortalRole } from './sessions/sessions.ts';
export { createPortalSession } from './sessions/sessions.ts';
export { hasPermission } from './portal-users.ts';
export { listUserNames } from './portal-users.ts';
export { queueSecurityNotice } from './portal-users.ts';
export { purgePortalSessions } from './sessions/sessions.ts';
export { isSignUpOpen } from './sign-up/sign-up.ts';
export { purgeSignIns } from './sign-up/sign-up.ts';
export { startDemoSession } from './demo/start-demo-session.ts';
