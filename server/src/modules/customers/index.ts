// Owns the customer across all consultations: contacts, do-not-contact list, the one discount, every message.
// Promises that one transaction at a time decides about a customer, and that a queued message is sent at least once,
// unless the customer is on the do-not-contact list or the message is no longer true.
export { findAllowance } from './budgets/budgets.ts';
export { findCustomer, type Customer } from './contacts/contacts.ts';
export { recipientNames } from './contacts/recipient-rules.ts';
export { promiseName } from './discounts/discount-rules.ts';
export { consumeDiscount, hasDiscount, promiseDiscount, proveDiscount } from './discounts/discounts.ts';
export {
  addDoNotContact,
  listSuppressed,
  forgetTestCustomers,
  liftStopReply,
  listSuppressions,
} from './do-not-contact/do-not-contact.ts';
export { listHeldChannels } from './held/held.ts';
export { queueClaimedMessage } from './messages/attempt-message.ts';
export type { MessageSource, MessageSubject } from './messages/message-facts.ts';
export { listMessages, type MessageView, retryMessages } from './messages/message-history.ts';
export { recordMailReport } from './messages/message-reports.ts';
export { queueMessage, withdrawMessages, type NewMessage } from './messages/queue-message.ts';
export { sendClaimedMessage } from './messages/send-claimed-message.ts';
export { personalData } from './personal-data.ts';
export { messagePurposes } from './purpose-data.ts';
export { safeName, stripControls, unlinkedName } from './rules.ts';
export { messageTemplates } from './templates/catalog-data.ts';
export { composeContent, laterEnding, toText } from './templates/text-rules.ts';
export * as sandboxMail from './sandbox-mail/index.ts';
