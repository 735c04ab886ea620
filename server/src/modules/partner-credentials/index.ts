// Owns institutions' credentials: bearer keys, signed credentials and nonces. Turns a credential into an Actor.
// Promises that keys are stored as fingerprints only, no signature is accepted twice, and guessing is throttled.
export { institutionSuspended, partnerProblem } from './errors.ts';
export { authenticatePartnerKey } from './keys/authenticate-partner-key.ts';
export type { NotifyOfCredential } from './rules.ts';
export { createPartnerKey } from './keys/create-partner-key.ts';
export { findPartnerKey } from './keys/find-partner-key.ts';
export { listPartnerKeys } from './keys/list-partner-keys.ts';
export { revokePartnerKey } from './keys/revoke-partner-key.ts';
export { readExpiry } from './keys/rules.ts';
export { respondWithIdempotency } from './respond-with-idempotency.ts';
export type { Authentication, CredentialHolder } from './rules.ts';
export {
  issuedPartnerKeySchema,
  newCredentialSchema,
  newKeySchema,
  partnerKeySchema,
  signedCredentialSchema,
  uploadedCredentialSchema,
} from './schemas.ts';
export { sendResponse } from './send-response.ts';
export { actAsPartner } from './signatures/act-as-partner.ts';
export { authenticateSignature } from './signatures/authenticate-signature.ts';
export { consumeNonce } from './signatures/consume-nonce.ts';
export { explainRefusal } from './signatures/explain-refusal.ts';
export { findNonceUse } from './signatures/find-nonce-use.ts';
export { findSignedCredential } from './signatures/find-signed-credential.ts';
export { listCredentialHolders } from './signatures/list-credential-holders.ts';
export { listCredentials } from './signatures/list-credentials.ts';
export { listVerifyingKeys } from './signatures/list-verifying-keys.ts';
export { requireOwnCredential } from './signatures/require-own-credential.ts';
export { revokeCredential } from './signatures/revoke-credential.ts';
export { uploadCredential } from './signatures/upload-credential.ts';
export { verifyCredential } from './signatures/verify-credential.ts';
export { throttleFailure } from './throttle/throttle-failure.ts';
export { personalData } from './personal-data.ts';
