// Owns the customer's checkout: accepted terms, card holds, and their reconciliation with the card provider.
// Promises that no product ever has two active holds, and that nothing is captured outside the rule of its product.
export type { SettledMoney } from './staff/settlement.ts';
export type { DeliverySources, ReadyForDelivery } from './staff/settlement.ts';
export { borrowerPays } from './borrower-rules.ts';
export { captureResearch } from './staff/charges.ts';
export { consultationNotReady } from './errors.ts';
export { requestChecks } from './provider/provider.ts';
export { releaseUnknownHolds } from './provider/provider.ts';
export { endCheckouts } from './links/links.ts';
export { lockClaimState } from './links/links.ts';
export { lockLinkSend } from './links/links.ts';
export { findResearchPayment } from './staff/payments.ts';
export { findCustomerCheckout, type AcceptedProduct, type CustomerCheckout } from './pages/customer-checkout.ts';
export { findCheckoutLinks } from './links/links.ts';
export { recordDelivered } from './staff/settlement.ts';
export { hasOpenMoney } from './holds/hold-states.ts';
export { listHoldIds } from './holds/reconcile-hold.ts';
export type { ResearchPayment } from './research-rules.ts';
export { decideFee, prices, termsVersionIn } from './rules.ts';
export { showTerms } from './words/show-terms.ts';
export { ruleWords } from './rule-words.ts';
export { holdSchema, paymentsSchema, type HoldView, type PaymentsView } from './schemas.ts';
export { noCheckoutLinks, type CheckoutLinks } from './links/link-rules.ts';
export { listConsultationHolds } from './staff/hold-views.ts';
export { getPayments } from './staff/payments.ts';
export { lockPayments } from './staff/payments.ts';
export { personalData } from './personal-data.ts';
