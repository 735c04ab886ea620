// Card holds, saved cards and refunds: one port, implemented by Stripe's hosted Checkout. Tests run the adapter against a double of that API; it
// has not been run against the live provider.
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
export { createCards } from './stripe.ts';
