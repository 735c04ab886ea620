import type { EventSources } from '#mount/events/portal/portal-routes';
import { getEnrollment, getStatement } from '#modules/memberships';
import { getReferral } from '#modules/referrals';
import { listEventDeliveries } from '#modules/webhooks';
import { AppError } from '#platform/errors';

/** What is gone is shown as gone. */
const orNone = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });

/** What an event of the log is about, as it is now, and where it went. */
export const eventSources: EventSources = {
  objects: {
    ref: {
      name: 'referral',
      find: (ctx, { accountId, livemode, id }) => orNone(getReferral(ctx, { institutionId: accountId, livemode }, id)),
    },
    enr: {
      name: 'enrollment',
      find: (ctx, { accountId, livemode, id }) =>
        orNone(getEnrollment(ctx, { institutionId: accountId, livemode }, id)),
    },
    stm: {
      name: 'statement',
      // Statements are for live rosters; the sandbox has none.
      find: async (ctx, { accountId, livemode, id }) =>
        livemode ? (await orNone(getStatement(ctx, accountId, id)))?.statement : undefined,
    },
  },
  listDeliveries: listEventDeliveries,
};
