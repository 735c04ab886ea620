// What the app alone asks for: sweeps, and what it binds to other modules.
export { isRenewalWanted } from './holds/is-renewal-wanted.ts';
export { listRenewalContacts } from './holds/list-renewal-contacts.ts';
export { isHoldMessageTrue } from './holds/is-hold-message-true.ts';
export { isSettled } from './staff/is-settled.ts';
export { findHoldConsultation } from './holds/find-hold-consultation.ts';
export { isCheckoutLinkWanted } from './links/is-checkout-link-wanted.ts';
export { lookAtHold } from './pages/look-at-hold.ts';
export { recordCardEvent } from './provider/record-card-event.ts';
export { reconcileHolds } from './holds/reconcile-holds.ts';
export { warnOfHolds } from './holds/warn-of-holds.ts';
export { purgeProviderEvents } from './provider/purge-provider-events.ts';
export { findLastPayment } from './staff/find-last-payment.ts';
export type { SettlementSources } from './staff/settle-consultation.ts';
