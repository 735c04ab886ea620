import { requirePartner } from '#actor';
import type { Ctx } from '#context';

/** Institution and mode: every look-up of a partner's data is limited to them. */
export type Tenant = { readonly institutionId: string; readonly livemode: boolean };

/** The tenant of a partner's call: its own institution, in its credential's mode. */
export const tenantOf = ({ actor }: Pick<Ctx, 'actor'>): Tenant => {
  const { institutionId, livemode } = requirePartner(actor);
  return { institutionId, livemode };
};
