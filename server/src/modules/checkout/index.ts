// Owns the customer's checkout: accepted terms, card holds, and their reconciliation with the card provider.
// Promises that no product ever has two active holds, and that nothing is captured outside the rule of its product.
export type { DeliverySources, ReadyForDelivery } from './staff/deliver-consultation.ts';
export { consultationNotReady } from './errors.ts';
export { findHoldConsultation } from './holds/find-hold-consultation.ts';
export { findCheckoutLinks } from './links/find-checkout-links.ts';
export { reconcileHolds } from './holds/reconcile-holds.ts';
export { listHoldIds } from './holds/list-hold-ids.ts';
export { listRenewalContacts } from './holds/list-renewal-contacts.ts';
export { isRenewalWanted } from './holds/is-renewal-wanted.ts';
export { prices } from './rules.ts';
export { holdSchema, type HoldView } from './schemas.ts';
export { warnOfHolds } from './holds/warn-of-holds.ts';
export { noCheckoutLinks, type CheckoutLinks } from './links/link-rules.ts';
export { listConsultationHolds } from './staff/list-consultation-holds.ts';
export { purgeProviderEvents } from './provider/purge-provider-events.ts';
