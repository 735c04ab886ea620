import { requireAgent, type Actor } from '#actor';
import type { agentDeliveries } from '#modules/webhooks';

/** An agent is of one mode for good, so its account says which. */
export const accountOf = (actor: Actor) => ({ accountId: requireAgent(actor).principalId, livemode: 'any' as const });

type Query = {
  readonly failed?: 'yes' | undefined;
  readonly type?: string | undefined;
  readonly event_id?: string | undefined;
  readonly intake_id?: string | undefined;
};

type Page = { readonly after: ReturnType<typeof agentDeliveries.readPosition>; readonly limit: number };

/** The portal's search, with what an agent asks by. */
export const toDeliverySearch = (query: Query, { after, limit }: Page) => ({
  endpointId: undefined,
  state: undefined,
  type: query.type,
  eventId: query.event_id,
  objectId: query.intake_id,
  status: query.failed === undefined ? undefined : ('failed' as const),
  since: undefined,
  until: undefined,
  after,
  limit,
});

/** Where a case of the sandbox is moved on; a live one moves by what people do. */
export const stepsUrl = (baseUrl: string, intakeId: string): string =>
  `${baseUrl}/sandbox/api/intakes/${intakeId}/steps`;
