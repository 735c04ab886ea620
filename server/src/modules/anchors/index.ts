// Owns the anchors: every hour where the audit trail and the consent ledger end, signed, in a file outside the database.
// Promises that whoever rewrites a chain is found, also with the database and the key that the chain is made with.
export { describeLastAnchor } from './describe-last-anchor.ts';
export { readAnchors, type Anchors } from './read-anchors.ts';
export { personalData } from './personal-data.ts';
