import { requireAgent, type Actor } from '#actor';
import type { agentDeliveries } from '#modules/webhooks';

/** An agent's mode never changes, so its account determines the mode. */
export const accountOf = (actor: Actor) => ({ accountId: requireAgent(actor).principalId, livemode: 'any' as const });

type Query = {
  readonly failed?: 'yes' | undefined;
  readonly type?: string | undefined;
  readonly event_id?: string | undefined;
  readonly intake_id?: string | undefined;
};

type Page = { readonly after: ReturnType<typeof agentDeliveries.readPosition>; readonly limit: number };

/** The portal's search, with an agent's search fields. */
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

/** Where a sandbox case's steps are taken. Live cases change through people's actions instead. */
export const stepsUrl = (baseUrl: string, intakeId: string): string =>
  `${baseUrl}/sandbox/api/intakes/${intakeId}/steps`;
