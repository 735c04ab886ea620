// Owns principals (agents and institutions that may hold credentials) and agent keys; turns a key into an Actor.
// Promises that no key is stored, only its HMAC fingerprint, and that a revoked key stops working at once.
export { actAsAgent } from './act-as-agent.ts';
export { authenticateAgent } from './authenticate-agent.ts';
export { authenticateAnyAgent } from './authenticate-any-agent.ts';
export { createAgentPrincipal } from './create-agent-principal.ts';
export { createInstitutionPrincipal } from './create-institution-principal.ts';
export { explainLiveNotOpen } from './explain-live-not-open.ts';
export { findPrincipalMode } from './find-principal-mode.ts';
export { findPrincipalStatus } from './find-principal-status.ts';
export { listAgentKeys } from './list-agent-keys.ts';
export { listPrincipalStatuses } from './list-principal-statuses.ts';
export { replaceAgentKeys } from './replace-agent-keys.ts';
export { rotateAgentKey } from './rotate-agent-key.ts';
export { setPrincipalStatus, type PrincipalStatus } from './set-principal-status.ts';
export { personalData } from './personal-data.ts';
