import { BodyTooLarge } from './body-too-large.ts';
import type { EventOf, EventType, UnknownEvent } from '../types/events.ts';
import { toExpress, toFastify, toFetch, toHono, type ReceiveRequest } from './receiver-adapters.ts';
import { verifyDelivery } from './verify-delivery.ts';
import { WebhookRefused, type Secrets } from './webhook-headers.ts';

/**
 * Remembers which events were processed. In production this is a table with the event id as its key, written in the
 * same transaction as the changes that the event causes, so that there is never one without the other.
 */
export type EventStore = {
  /** Runs `act` unless it already succeeded for this id; a failed one can be retried. */
  once(eventId: string, act: () => Promise<void>): Promise<void>;
};

export type ReceiveOptions = {
  /** Both secrets during the overlap of a rotation. */
  readonly secret: Secrets;
  /** The action for each type, within ten seconds. If it throws, the response is 500, and the service retries. */
  readonly on: { readonly [Type in EventType]?: (event: EventOf<Type>) => void | Promise<void> };
  /** For types without an action, including types added later; they are acknowledged either way. */
  readonly other?: (event: UnknownEvent) => void | Promise<void>;
  /** Without one, a repeated delivery is acted on again. */
  readonly store?: EventStore;
  /** Called for rejected deliveries, with the reason, for your log. */
  readonly onRefused?: (error: WebhookRefused) => void;
  /** Called with an action's error, or with a problem caused by a framework. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => Date;
  readonly toleranceSeconds?: number;
};

const directly: EventStore = { once: (_id, act) => act() };

/**
 * A receiver of deliveries for the framework at hand:
 * `.node` for node:http and Express, `.fetch` for runtimes with Request and Response, `.hono`, `.fastify`.
 */
export function receiveWebhooks(options: ReceiveOptions) {
  const { secret, now, toleranceSeconds, onRefused, onError, store = directly } = options;
  // Without type checking, an unset variable gets here, and every delivery would be refused.
  if ([secret].flat().every((one) => !one)) throw new TypeError('secret is missing: the whsec_… of your endpoint.');
  const receive: ReceiveRequest = async ({ method, headers, body }) => {
    if (method !== 'POST') return 405;
    try {
      const event = await verifyDelivery({ headers, body: await body(), secret, now: now?.(), toleranceSeconds });
      const act = actionOf(options, event as UnknownEvent);
      if (act !== undefined) await store.once(event.id, async () => act());
      return 204;
    } catch (error) {
      if (error instanceof BodyTooLarge) return 413;
      if (error instanceof WebhookRefused) {
        onRefused?.(error);
        return 400;
      }
      // Anything but a 2xx is retried later, so nothing is lost.
      onError?.(error);
      return 500;
    }
  };
  const node = toExpress(receive);
  return { node, express: node, fetch: toFetch(receive), hono: toHono(receive), fastify: toFastify(receive) };
}

function actionOf({ on, other }: ReceiveOptions, event: UnknownEvent): (() => void | Promise<void>) | undefined {
  // The type is untrusted text: only own members count.
  const action = Object.hasOwn(on, event.type) ? on[event.type as EventType] : undefined;
  if (action !== undefined) return () => (action as (event: UnknownEvent) => void | Promise<void>)(event);
  return other === undefined ? undefined : () => other(event);
}

/** In memory, for one process and ten thousand events; enough to try things out. */
export function memoryStore(most = 10_000): EventStore {
  const acted = new Map<string, Promise<void>>();
  return {
    async once(eventId, act) {
      const earlier = acted.get(eventId);
      if (earlier !== undefined) return earlier;
      const acting = act();
      acted.set(eventId, acting);
      const [oldest] = acted.keys();
      if (acted.size > most && oldest !== undefined) acted.delete(oldest);
      await acting.catch((error: unknown) => {
        acted.delete(eventId);
        throw error;
      });
    },
  };
}
