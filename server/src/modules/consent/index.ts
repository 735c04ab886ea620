// Owns the consent ledger: for every person what was attested, shown, sent, answered, called and stopped.
// Promises that an entry commits with what it tells, that nothing is ever changed, and that any change is found.
export { chainEntries } from './ledger-entries.ts';
export { eraseOldReplies } from './ledger-entries.ts';
export { getLedgerAnchor } from './verify-consent.ts';
export { isOnLedger } from './verify-consent.ts';
export { listConsent } from './list-consent.ts';
export { recordConsent, type SubjectContacts, type NewConsentEntry } from './ledger-entries.ts';
export { recordConsentOfHashes } from './ledger-entries.ts';
export { recordWording } from './ledger-entries.ts';
export { consentSchema, type Consent } from './schemas.ts';
export { verifyConsent } from './verify-consent.ts';
export { personalData } from './personal-data.ts';
