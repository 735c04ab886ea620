import type Stripe from 'stripe';
import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { ProviderDispute, ProviderHold } from './port.ts';
import { requestStripe } from './stripe-request.ts';

/** How often, and after how long, a request is retried while an identical one is in progress. */
const twinWaitsMs = [250, 1000];

/** Two presses of one button are one request to the provider, which returns 409 to the second while it handles the first. */
export async function whileTwinRuns<T>(ask: () => Promise<T>): Promise<T> {
  for (const waitMs of twinWaitsMs) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof GatewayError) || error.responseCode !== 409) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return ask();
}

/** Customers are sent only to the provider’s own pages, whatever a response contains. */
export function pageUrl(stripe: StripeConfig, url: string | null): string {
  if (url === null || !URL.canParse(url) || new URL(url).origin !== stripe.pageOrigin)
    throw new GatewayError('malformed', 'the card provider gave no page of its own');
  return url;
}

const pageStates = ['complete', 'expired'] as const;

/** A page with an unknown status counts as open, so it is checked again. */
export const pageStateOf = ({ status }: Stripe.Checkout.Session): ProviderHold['page'] =>
  pageStates.find((state) => state === status) ?? 'open';

/** A charge shows that it is disputed, but not the state of the dispute. */
export async function findDispute(stripe: StripeConfig, intentId: string): Promise<ProviderDispute | undefined> {
  const params: Stripe.DisputeListParams = { payment_intent: intentId, limit: 1 };
  const list = await requestStripe<Stripe.ApiList<Stripe.Dispute>>(stripe, {
    method: 'GET',
    path: '/disputes',
    params,
  });
  const [latest] = list.data;
  if (latest === undefined) return undefined;
  const due = latest.evidence_details.due_by;
  return {
    status: latest.status.slice(0, statusLength),
    amountCents: latest.amount,
    dueAt: due === null ? undefined : new Date(due * 1000),
  };
}

/** Twice the provider's longest status today. */
const statusLength = 40;

/** When the bank's authorization behind a charge ends. */
export function captureBeforeOf(charge: Stripe.Charge | string | null): Date | undefined {
  const before = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined;
  return before === undefined || before === null ? undefined : new Date(before * 1000);
}
