// Owns the customer across all consultations: contacts, do-not-contact list, the one discount, every message.
// Promises that one transaction at a time decides about a customer, and that a queued message is sent
// at least once, unless the customer is on the do-not-contact list or what it says is no longer true.
export { consumeDiscount } from './discounts/consume-discount.ts';
export { addDoNotContact } from './do-not-contact/add-do-not-contact.ts';
export { findCustomer, type Customer } from './contacts/find-customer.ts';
export { promiseName } from './discounts/discount-rules.ts';
export { recipientNames } from './contacts/recipient-rules.ts';
export { hasDiscount } from './discounts/has-discount.ts';
export { promiseDiscount } from './discounts/promise-discount.ts';
export { proveDiscount } from './discounts/prove-discount.ts';
export { listMessages, type MessageView } from './messages/list-messages.ts';
export { listSuppressed } from './do-not-contact/list-suppressed.ts';
export type { MessageSource, MessageSubject } from './messages/message-facts.ts';
export { messagePurposes } from './purpose-data.ts';
export { recordMailReport } from './messages/record-mail-report.ts';
export { retryMessages } from './messages/retry-messages.ts';
export { queueMessage } from './messages/queue-message.ts';
export { safeName, stripControls, unlinkedName } from './rules.ts';
export { sendClaimedMessage } from './messages/send-claimed-message.ts';
export { withdrawMessages } from './messages/withdraw-messages.ts';
export { forgetTestCustomers } from './do-not-contact/forget-test-customers.ts';
export { liftStopReply } from './do-not-contact/lift-stop-reply.ts';
export { listSuppressions } from './do-not-contact/list-suppressions.ts';
export { messageTemplates } from './templates/catalog-data.ts';
export { composeContent } from './templates/compose-content.ts';
export { laterEnding, toText } from './templates/text-rules.ts';
export type { NewMessage } from './messages/to-message-row.ts';
export { queueClaimedMessage } from './messages/queue-claimed-message.ts';
export { findAllowance } from './budgets/find-allowance.ts';
export { listHeldChannels } from './held/list-held-channels.ts';
export * as sandboxMail from './sandbox-mail/index.ts';
export { personalData } from './personal-data.ts';
