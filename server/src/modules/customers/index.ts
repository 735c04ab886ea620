// Owns the person behind a case: their contacts, what they must be spared, their one discount, every message to them.
// Promises that one person is handled by one transaction at a time, and that a queued message leaves at least once.
export { consumeDiscount } from './consume-discount.ts';
export { addDoNotContact } from './do-not-contact.ts';
export { findPerson, type Contacts, type Person } from './find-person.ts';
export type { MessageReactions } from './finish-messages.ts';
export { hasDiscount } from './has-discount.ts';
export { grantDiscount } from './grant-discount.ts';
export { listMessages, type MessageView } from './list-messages.ts';
export { listSpared } from './list-spared.ts';
export { queueMessage, type NewMessage } from './queue-message.ts';
export { safeName, stripControls, welcomeRoundsMax } from './rules.ts';
export { withdrawMessages } from './withdraw-messages.ts';
