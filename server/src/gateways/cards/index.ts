// Card holds, saved cards and refunds: one port, implemented by Stripe's hosted Checkout and by the built-in test cards
// (modules/checkout/test-cards). Tests run the Stripe adapter against a double of its API; it has not been run against the live provider.
export type {
  CardHolds,
  HoldPage,
  ListedPage,
  NewHoldPage,
  ProviderAttempt,
  ProviderCard,
  ProviderDispute,
  ProviderEvent,
  ProviderHold,
  ProviderRefund,
  SignedEvent,
} from './port.ts';
export { joinCards } from './join-cards.ts';
export { createCards } from './stripe.ts';
