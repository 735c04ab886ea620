// Owns the customer across all consultations: contacts, do-not-contact list, the one discount, every message.
// Promises that one transaction at a time decides about a customer, and that a queued message is sent
// at least once, unless the customer is on the do-not-contact list or what it says is no longer true.
export { consumeDiscount } from './discounts/discounts.ts';
export { addDoNotContact } from './do-not-contact/do-not-contact.ts';
export { findCustomer, type Customer } from './contacts/contacts.ts';
export { promiseName } from './discounts/discount-rules.ts';
export { recipientNames } from './contacts/recipient-rules.ts';
export { hasDiscount } from './discounts/discounts.ts';
export { promiseDiscount } from './discounts/discounts.ts';
export { proveDiscount } from './discounts/discounts.ts';
export { listMessages, type MessageView } from './messages/message-history.ts';
export { listSuppressed } from './do-not-contact/do-not-contact.ts';
export type { MessageSource, MessageSubject } from './messages/message-facts.ts';
export { messagePurposes } from './purpose-data.ts';
export { recordMailReport } from './messages/message-reports.ts';
export { retryMessages } from './messages/message-history.ts';
export { queueMessage } from './messages/queue-message.ts';
export { safeName, stripControls, unlinkedName } from './rules.ts';
export { sendClaimedMessage } from './messages/send-claimed-message.ts';
export { withdrawMessages } from './messages/queue-message.ts';
export { forgetTestCustomers } from './do-not-contact/do-not-contact.ts';
export { liftStopReply } from './do-not-contact/do-not-contact.ts';
export { listSuppressions } from './do-not-contact/do-not-contact.ts';
export { messageTemplates } from './templates/catalog-data.ts';
export { composeContent } from './templates/compose-content.ts';
export { laterEnding, toText } from './templates/text-rules.ts';
export type { NewMessage } from './messages/queue-message.ts';
export { queueClaimedMessage } from './messages/attempt-message.ts';
export { findAllowance } from './budgets/budgets.ts';
export { listHeldChannels } from './held/held.ts';
export * as sandboxMail from './sandbox-mail/index.ts';
export { personalData } from './personal-data.ts';
