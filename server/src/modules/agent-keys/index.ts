// Owns principals (agents and institutions that may hold credentials) and agent keys; turns a key into an Actor.
// Promises that no key is stored, only its HMAC fingerprint, and that a revoked key stops working at once.
export { actAsAgent } from './agent-keys.ts';
export { authenticateAgent } from './agent-keys.ts';
export { authenticateAnyAgent } from './agent-keys.ts';
export { createAgentPrincipal } from './agent-keys.ts';
export { createInstitutionPrincipal } from './agent-keys.ts';
export { explainLiveNotOpen } from './agent-keys.ts';
export { findPrincipalMode } from './agent-keys.ts';
export { findPrincipalStatus } from './agent-keys.ts';
export { listAgentKeys } from './agent-keys.ts';
export { listPrincipalStatuses } from './agent-keys.ts';
export { replaceAgentKeys } from './agent-keys.ts';
export { rotateAgentKey } from './agent-keys.ts';
export { setPrincipalStatus, type PrincipalStatus } from './agent-keys.ts';
export { personalData } from './personal-data.ts';
