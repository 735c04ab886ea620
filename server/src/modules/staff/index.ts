// Owns the team: members, passwords, identities, sessions and tokens. Turns a session or a token into an Actor.
// Promises that no secret is stored in plain text, and that a disabled staff member loses access at once.
export { listAdministrators } from './members/list-administrators.ts';
export { listTeam } from './members/list-team.ts';
export { listPresentStaff } from './sessions/list-present-staff.ts';
export { listUnspokenLanguages } from './members/list-unspoken-languages.ts';
export { listStaffNames } from './members/list-staff-names.ts';
export { createStaffMember } from './members/create-staff-member.ts';
export { createSetup } from './password/create-setup.ts';
export { createDemoLink } from './demo-links/create-demo-link.ts';
export type { DeviceMail } from './devices/compose-device-mail.ts';
export type { SetupMail } from './password/compose-setup-mail.ts';
export { isSetupOpen } from './password/is-setup-open.ts';
export { confirmationRequired } from './errors.ts';
export { isOwnOrigin } from './rules.ts';
export { actAsStaff } from './sessions/act-as-staff.ts';
export { authenticateStaff } from './sessions/authenticate-staff.ts';
export { purgeSessions } from './sessions/purge-sessions.ts';
export { createStaffToken } from './tokens/create-staff-token.ts';
export { isInScopes } from './tokens/scope-rules.ts';
export { listStaffTokens } from './tokens/list-staff-tokens.ts';
export { revokeStaffToken } from './tokens/revoke-staff-token.ts';
export { personalData } from './personal-data.ts';
