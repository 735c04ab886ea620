// What the app alone asks for: sweeps, and what it binds to other modules.
export { isCardAskedFor } from './holds/is-card-asked-for.ts';
export { isRenewalWanted } from './holds/is-renewal-wanted.ts';
export { listRenewalContacts } from './holds/list-renewal-contacts.ts';
export { isReceiptTrue } from './holds/is-receipt-true.ts';
export { findHoldConsultation } from './holds/find-hold-consultation.ts';
export { isCheckoutLinkWanted } from './links/is-checkout-link-wanted.ts';
export { reconcileHolds } from './holds/reconcile-holds.ts';
export { warnOfHolds } from './holds/warn-of-holds.ts';
export { purgeProviderEvents } from './provider/purge-provider-events.ts';
export { findLastPayment } from './staff/find-last-payment.ts';
export type { SettlementSources } from './staff/settle-consultation.ts';
