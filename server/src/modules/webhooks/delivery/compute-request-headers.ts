import type { SentRequest } from './rules.ts';

type Addressed = { readonly id: string; readonly event_id: string; readonly event_type: string };

/** The headers of an attempt that we set, in their order: made of the delivery and of what was signed, now and later. */
export function computeRequestHeaders(delivery: Addressed, sent: SentRequest): Record<string, string> {
  return {
    'x-service-signature': sent.signature,
    ...(sent.standardSignature === undefined
      ? {}
      : {
          'webhook-id': delivery.event_id,
          // Both headers carry one time.
          'webhook-timestamp': /^t=(\d+),/.exec(sent.signature)?.[1] ?? '',
          'webhook-signature': sent.standardSignature,
        }),
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': delivery.event_type,
    'x-service-delivery': delivery.id,
  };
}
