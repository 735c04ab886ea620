// Card holds: one port, implemented by Stripe's hosted Checkout. Tests run the adapter against a double of that API; it
// has not been run against the live provider.
export type {
  CardHolds,
  HoldPage,
  NewHoldPage,
  ProviderDispute,
  ProviderEvent,
  ProviderHold,
  SignedEvent,
} from './port.ts';
export { createCards } from './stripe.ts';
