// Owns the consent ledger: for every person what was attested, shown, sent, answered, called and stopped.
// Promises that an entry commits with what it tells, that nothing is ever changed, and that any change is found.
export { chainEntries } from './chain-entries.ts';
export { eraseOldReplies } from './erase-old-replies.ts';
export { getLedgerAnchor } from './get-ledger-anchor.ts';
export { isOnLedger } from './is-on-ledger.ts';
export { listConsent } from './list-consent.ts';
export { recordConsent, type SubjectContacts, type NewConsentEntry } from './record-consent.ts';
export { recordConsentOfHashes } from './record-consent-of-hashes.ts';
export { recordWording } from './record-wording.ts';
export { consentSchema, type Consent } from './schemas.ts';
export { verifyConsent } from './verify-consent.ts';
export { personalData } from './personal-data.ts';
