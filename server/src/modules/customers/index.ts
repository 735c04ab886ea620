// Owns the person behind a case: their contacts, and every message sent to them.
// Promises that one person is handled by one transaction at a time, and that a queued message leaves at least once.
export { lockPerson, type Contacts } from './lock-person.ts';
export { listMessages, type MessageView } from './list-messages.ts';
export { queueMessage, type NewMessage } from './queue-message.ts';
export { safeName, stripControls } from './rules.ts';
export type { MessageReactions } from './finish-messages.ts';
