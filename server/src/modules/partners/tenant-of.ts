import { requirePartner } from '#actor';
import type { Ctx } from '#context';

/** Institution and mode: every look-up of a partner's data is limited to them. */
export type Tenant = { readonly institutionId: string; readonly livemode: boolean };

/** The tenant of a partner's call, or of a user of the portal: its own institution, in the mode of credential or path. */
export const tenantOf = ({ actor }: Pick<Ctx, 'actor'>): Tenant => {
  const { institutionId, livemode } = actor.kind === 'portal' ? actor : requirePartner(actor);
  return { institutionId, livemode };
};
