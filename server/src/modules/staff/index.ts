// Owns the team: members, passwords, identities, sessions and tokens. Turns a session or a token into an Actor. Stores no secret in plain
// text, and ends a disabled staff member's access immediately.
export { createDemoLink } from './demo-links/demo-links.ts';
export type { DeviceMail } from './devices/compose-device-mail.ts';
export { confirmationRequired } from './errors.ts';
export {
  listAdministrators,
  listTeam,
  listUnspokenLanguages,
  listStaffNames,
  createStaffMember,
} from './members/members.ts';
export { createSetup, type SetupMail, isSetupOpen } from './password/password-setup.ts';
export { personalData } from './personal-data.ts';
export { isOwnOrigin } from './rules.ts';
export { listPresentStaff, actAsStaff, authenticateStaff, purgeSessions } from './sessions/sessions.ts';
export { isInScopes } from './tokens/scope-rules.ts';
export { createStaffToken, listStaffTokens, revokeStaffToken } from './tokens/tokens.ts';
