// Owns the customer's checkout: accepted terms, card holds, their reconciliation, and the test card provider.
// Promises one active hold for a product, no capture outside its rule, and test cards in the sandbox only.
export { borrowerPays, decideFee, prices, termsVersionIn } from './rules.ts';
export { consultationNotReady } from './errors.ts';
export { hasOpenMoney } from './holds/hold-states.ts';
export { listHoldIds } from './holds/reconcile-hold.ts';
export { noCheckoutLinks, type CheckoutLinks } from './links/link-rules.ts';
export { endCheckouts, lockClaimState, lockLinkSend, findCheckoutLinks } from './links/links.ts';
export { findCustomerCheckout, type AcceptedProduct, type CustomerCheckout } from './pages/customer-checkout.ts';
export { personalData } from './personal-data.ts';
export { requestChecks, releaseUnknownHolds } from './provider/provider.ts';
export type { ResearchPayment } from './capture-rules.ts';
export { ruleWords } from './rule-messages.ts';
export { holdSchema, paymentsSchema, type HoldView, type PaymentsView } from './schemas.ts';
export { captureResearch } from './staff/charges.ts';
export { listConsultationHolds } from './staff/hold-views.ts';
export { findResearchPayment, getPayments, lockPayments } from './staff/payments.ts';
export { type SettledMoney, type DeliverySources, type ReadyForDelivery, recordDelivered } from './staff/settlement.ts';
export { createTestCards } from './test-cards/create-test-cards.ts';
export { type CardEvents, disputeCharge } from './test-cards/test-cards.ts';
export { showTerms } from './messages/show-terms.ts';
