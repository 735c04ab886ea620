// For the app only: sweeps, and functions that it binds to other modules.
export { isRenewalWanted } from './holds/hold-messages.ts';
export { listRenewalContacts } from './holds/hold-messages.ts';
export { isHoldMessageTrue } from './holds/hold-messages.ts';
export { isSettled } from './staff/settlement.ts';
export { findHoldConsultation } from './holds/hold-states.ts';
export { isCheckoutLinkWanted } from './links/links.ts';
export { lookAtHold } from './pages/customer-checkout.ts';
export { recordCardEvent } from './provider/provider.ts';
export { reconcileHolds } from './holds/reconcile-hold.ts';
export { warnOfHolds } from './holds/hold-messages.ts';
export { findLastPayment } from './staff/payments.ts';
export type { SettlementSources } from './staff/settlement.ts';
