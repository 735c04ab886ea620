// Owns credentials: poll tokens, staff people and their tokens. Turns any of them into an Actor.
// Promises that no secret is stored, only its fingerprint under the pepper.
export { authenticateHolder } from './authenticate-holder.ts';
export { authenticateStaff } from './authenticate-staff.ts';
export { createStaff } from './create-staff.ts';
export { createStaffToken } from './create-staff-token.ts';
export { issuePollToken } from './issue-poll-token.ts';
