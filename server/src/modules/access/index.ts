// Owns credentials: agent keys, poll tokens, institutions' keys and signed credentials, staff people, tokens, sessions.
// Turns any of them into an Actor. Promises that no secret is stored, only its fingerprint under the pepper.
export { answerPartner, sendAnswered } from './answer-partner.ts';
export { authenticateAgent } from './authenticate-agent.ts';
export { authenticateHolder } from './authenticate-holder.ts';
export { authenticateKey, authenticateSignature, useNonce, type Authentication } from './authenticate-partner.ts';
export { authenticateStaff } from './authenticate-staff.ts';
export {
  createPartnerKey,
  findPartnerKeyView,
  listPartnerKeys,
  readExpiry,
  revokePartnerKey,
  type NewPartnerKey,
} from './create-partner-key.ts';
export {
  addInstitution,
  createPrincipal,
  principalStatus,
  setPrincipalStatus,
  type PrincipalStatus,
} from './create-principal.ts';
export { createStaff } from './create-staff.ts';
export { endStaffToken, listTokensOf } from './end-staff-token.ts';
export { createStaffToken } from './create-staff-token.ts';
export { purgeSessions } from './end-sessions.ts';
export { listStaffNames } from './list-staff-names.ts';
export { createSetup } from './set-up-password.ts';
export { issuePollToken } from './issue-poll-token.ts';
export { listAgentKeys, type AgentKeyView } from './list-agent-keys.ts';
export { partnerProblem } from './errors.ts';
export { purgeFailures, purgeNonces } from './purge-nonces.ts';
export { isOwnOrigin } from './rules.ts';
export {
  issuedPartnerKeySchema,
  newCredentialSchema,
  newKeySchema,
  partnerKeySchema,
  signedCredentialSchema,
  uploadedCredentialSchema,
} from './schemas.ts';
export { throttleFailure } from './throttle-failures.ts';
export { findSignedCredential, listCredentials, revokeCredential, uploadCredential } from './upload-credential.ts';
export { requireOwnCredential, verifyCredential } from './verify-credential.ts';
export { rotateAgentKey, type IssuedKey } from './rotate-agent-key.ts';
