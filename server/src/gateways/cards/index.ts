// Card holds: one port, Stripe's hosted Checkout behind it. Tests run the adapter against a double of that API; it has
// not met the live provider.
export type {
  CardHolds,
  HoldPage,
  HoldRequest,
  NewHoldPage,
  ProviderDispute,
  ProviderEvent,
  ProviderHold,
  ProviderNames,
  SignedEvent,
} from './port.ts';
export { createCards } from './stripe.ts';
