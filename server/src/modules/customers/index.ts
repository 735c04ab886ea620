// Owns the person behind a case: their contacts, what they must be spared, their one discount, every message to them.
// Promises that one person is handled by one transaction at a time, and that a queued message leaves at least once, unless
// its person asked for silence or it is no longer true.
export { consumeDiscount } from './consume-discount.ts';
export { addDoNotContact, liftStopReply } from './do-not-contact.ts';
export { findPerson, type Contacts, type Person } from './find-person.ts';
export { hasDiscount } from './has-discount.ts';
export { grantDiscount } from './grant-discount.ts';
export { listMessages, type MessageView } from './list-messages.ts';
export { listSpared, listWishes } from './list-spared.ts';
export { messagePurposes, type MessageOwner, type MessageOwners, type MessageSubject } from './message-owners.ts';
export { queueMessage, takeMessage, type NewMessage } from './queue-message.ts';
export { safeName, stripControls, welcomeRoundsMax } from './rules.ts';
export { sendTaken } from './send-taken.ts';
export type { KnownContacts } from './spare-person.ts';
export { withdrawMessages } from './withdraw-messages.ts';
