// Owns credentials: agent keys, poll tokens, staff people and their tokens. Turns any of them into an Actor.
// Promises that no secret is stored, only its fingerprint under the pepper.
export { authenticateAgent } from './authenticate-agent.ts';
export { authenticateHolder } from './authenticate-holder.ts';
export { authenticateStaff } from './authenticate-staff.ts';
export { createPrincipal, setPrincipalStatus, type PrincipalStatus } from './create-principal.ts';
export { createStaff } from './create-staff.ts';
export { createStaffToken } from './create-staff-token.ts';
export { issuePollToken } from './issue-poll-token.ts';
export { listAgentKeys, type AgentKeyView } from './list-agent-keys.ts';
export { rotateAgentKey, type IssuedKey } from './rotate-agent-key.ts';
