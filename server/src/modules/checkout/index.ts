// Owns the customer's checkout: accepted terms, card holds, and their reconciliation with the card provider.
// Promises that no product ever has two active holds, and that nothing is captured outside the rule of its product.
export type { SettledMoney } from './staff/settle-consultation.ts';
export type { DeliverySources, ReadyForDelivery } from './staff/record-delivered.ts';
export { borrowerPays } from './borrower-rules.ts';
export { captureResearch } from './staff/capture-research.ts';
export { consultationNotReady } from './errors.ts';
export { requestChecks } from './provider/request-checks.ts';
export { releaseUnknownHolds } from './provider/release-unknown-holds.ts';
export { endCheckouts } from './links/end-checkouts.ts';
export { lockClaimState } from './links/lock-claim-state.ts';
export { lockLinkSend } from './links/lock-link-send.ts';
export { findResearchPayment } from './staff/find-research-payment.ts';
export { findCustomerCheckout, type AcceptedProduct, type CustomerCheckout } from './pages/find-customer-checkout.ts';
export { findCheckoutLinks } from './links/find-checkout-links.ts';
export { recordDelivered } from './staff/record-delivered.ts';
export { hasOpenMoney } from './holds/has-open-money.ts';
export { listHoldIds } from './holds/reconcile-holds.ts';
export type { ResearchPayment } from './research-rules.ts';
export { decideFee, prices, termsVersionIn } from './rules.ts';
export { showTerms } from './words/show-terms.ts';
export { ruleWords } from './rule-words.ts';
export { holdSchema, paymentsSchema, type HoldView, type PaymentsView } from './schemas.ts';
export { noCheckoutLinks, type CheckoutLinks } from './links/link-rules.ts';
export { listConsultationHolds } from './staff/list-consultation-holds.ts';
export { getPayments } from './staff/get-payments.ts';
export { lockPayments } from './staff/lock-payments.ts';
export { personalData } from './personal-data.ts';
