// Owns the customer's checkout: their pages after delivery, card holds, and what the provider told of them.
// Promises that one product never has two standing holds, and that nothing is captured outside its rule.
export { type DeliverySources, type ReadyForDelivery } from './deliver-consultation.ts';
export { consultationNotReady } from './errors.ts';
export { findCheckoutLinks, noCheckoutLinks, type CheckoutLinks } from './find-checkout-links.ts';
export { followHolds } from './follow-holds.ts';
export { isRenewalWanted } from './is-renewal-wanted.ts';
export { purgeProviderEvents } from './record-provider-event.ts';
export { listCaseHolds } from './list-holds.ts';
export { prices } from './rules.ts';
export { holdSchema, type HoldView } from './schemas.ts';
export { warnOfHolds } from './warn-of-holds.ts';
