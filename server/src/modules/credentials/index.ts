// Owns API credentials: agent keys, institutions' keys, signed credentials, nonces. Turns each into an Actor. Promises
// that only fingerprints are stored, that a revoked key stops immediately, and that no signature is accepted twice.
export {
  actAsAgent,
  authenticateAgent,
  authenticateAnyAgent,
  createAgentPrincipal,
  createInstitutionPrincipal,
  explainLiveNotOpen,
  findPrincipalMode,
  findPrincipalStatus,
  listAgentKeys,
  listPrincipalStatuses,
  replaceAgentKeys,
  rotateAgentKey,
  setPrincipalStatus,
  type PrincipalStatus,
} from './agent-keys/agent-keys.ts';
export {
  authenticatePartnerKey,
  createPartnerKey,
  findPartnerKey,
  listPartnerKeys,
  revokePartnerKey,
} from './keys/keys.ts';
export { readExpiry } from './keys/rules.ts';
export { institutionSuspended, partnerProblem } from './partner-credentials/errors.ts';
export {
  respondWithIdempotency,
  sendResponse,
  issuedPartnerKeySchema,
  newCredentialSchema,
  newKeySchema,
  partnerKeySchema,
  signedCredentialSchema,
  uploadedCredentialSchema,
} from './partner-credentials/schemas.ts';
export type { NotifyOfCredential, Authentication, CredentialHolder } from './partner-credentials/rules.ts';
export { personalData } from './personal-data.ts';
export {
  actAsPartner,
  findSignedCredential,
  listCredentialHolders,
  listCredentials,
  listVerifyingKeys,
  requireOwnCredential,
  revokeCredential,
  uploadCredential,
  verifyCredential,
} from './signatures/credentials.ts';
export { consumeNonce, findNonceUse, purgeNonces } from './signatures/nonces.ts';
export { authenticateSignature, explainRefusal } from './signatures/signatures.ts';
export { purgeFailures, throttleFailure } from './throttle/throttle.ts';
