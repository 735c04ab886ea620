// Owns the team: members, passwords, identities, sessions and tokens. Turns a session or a token into an Actor.
// Promises that no secret is stored in plain text, and that a disabled staff member loses access at once.
export { listAdministrators } from './members/members.ts';
export { listTeam } from './members/members.ts';
export { listPresentStaff } from './sessions/sessions.ts';
export { listUnspokenLanguages } from './members/members.ts';
export { listStaffNames } from './members/members.ts';
export { createStaffMember } from './members/members.ts';
export { createSetup } from './password/password-setup.ts';
export { createDemoLink } from './demo-links/demo-links.ts';
export type { DeviceMail } from './devices/compose-device-mail.ts';
export type { SetupMail } from './password/password-setup.ts';
export { isSetupOpen } from './password/password-setup.ts';
export { confirmationRequired } from './errors.ts';
export { isOwnOrigin } from './rules.ts';
export { actAsStaff } from './sessions/sessions.ts';
export { authenticateStaff } from './sessions/sessions.ts';
export { purgeSessions } from './sessions/sessions.ts';
export { createStaffToken } from './tokens/tokens.ts';
export { isInScopes } from './tokens/scope-rules.ts';
export { listStaffTokens } from './tokens/tokens.ts';
export { revokeStaffToken } from './tokens/tokens.ts';
export { personalData } from './personal-data.ts';
