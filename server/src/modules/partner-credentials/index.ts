// Owns institutions' credentials: bearer keys, signed credentials and nonces. Turns a credential into an Actor.
// Promises that keys are stored as fingerprints only, no signature is accepted twice, and guessing is throttled.
export { institutionSuspended, partnerProblem } from './errors.ts';
export { authenticatePartnerKey } from './keys/keys.ts';
export type { NotifyOfCredential } from './rules.ts';
export { createPartnerKey } from './keys/keys.ts';
export { findPartnerKey } from './keys/keys.ts';
export { listPartnerKeys } from './keys/keys.ts';
export { revokePartnerKey } from './keys/keys.ts';
export { readExpiry } from './keys/rules.ts';
export { respondWithIdempotency } from './partner-credentials.ts';
export type { Authentication, CredentialHolder } from './rules.ts';
export {
  issuedPartnerKeySchema,
  newCredentialSchema,
  newKeySchema,
  partnerKeySchema,
  signedCredentialSchema,
  uploadedCredentialSchema,
} from './schemas.ts';
export { sendResponse } from './partner-credentials.ts';
export { actAsPartner } from './signatures/credentials.ts';
export { authenticateSignature } from './signatures/signatures.ts';
export { consumeNonce } from './signatures/nonces.ts';
export { explainRefusal } from './signatures/signatures.ts';
export { findNonceUse } from './signatures/nonces.ts';
export { findSignedCredential } from './signatures/credentials.ts';
export { listCredentialHolders } from './signatures/credentials.ts';
export { listCredentials } from './signatures/credentials.ts';
export { listVerifyingKeys } from './signatures/credentials.ts';
export { requireOwnCredential } from './signatures/credentials.ts';
export { revokeCredential } from './signatures/credentials.ts';
export { uploadCredential } from './signatures/credentials.ts';
export { verifyCredential } from './signatures/credentials.ts';
export { throttleFailure } from './throttle/throttle.ts';
export { personalData } from './personal-data.ts';
