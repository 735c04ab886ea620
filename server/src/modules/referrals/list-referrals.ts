import { requirePartner } from '#actor';
import type { Ctx } from '#context';
import { firstIdAt } from '#lib/ids';
import { readCursor, readLimit, readTime, toPage, writeCursor } from '#lib/pages';
import { validationFailed } from '#platform/errors';
import { referralNotFound } from './errors.ts';
import { toView } from './events.ts';
import { asOf } from './rules.ts';
import type { ReferralQuery, ReferralView } from './schemas.ts';
import { findReferral, listReferralRows, type Owner } from './store.ts';

/** Whose referrals a partner's call is about: its own, of its credential's mode. */
export const ownerOfCall = ({ actor }: Pick<Ctx, 'actor'>): Owner => {
  const { institutionId, livemode } = requirePartner(actor);
  return { institutionId, livemode };
};

export async function getReferral(ctx: Ctx, owner: Owner, id: string): Promise<ReferralView> {
  const referral = await findReferral(ctx.db, owner, id);
  if (referral === undefined) throw referralNotFound();
  return toView(asOf(referral, ctx.clock.now()));
}

/** An institution's referrals, newest first, a page at a time. */
export async function listReferrals(ctx: Ctx, owner: Owner, query: ReferralQuery) {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const from = readTime(query.created_from);
  const rows = await listReferralRows(ctx.db, owner, {
    status: query.status,
    now,
    externalRef: query.external_ref,
    vin: query.vin?.toUpperCase(),
    fromId: from && firstIdAt('ref', from),
    belowId: lowest(query.cursor && readPlace(query.cursor), endOf(query)),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: (row) => toView(asOf(row, now)), cursor: (row) => writeCursor(row.id) });
}

const endOf = (query: ReferralQuery): string | undefined => {
  const to = readTime(query.created_to);
  return to && firstIdAt('ref', to);
};

const lowest = (...ids: readonly (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).sort()[0];

function readPlace(cursor: string): string {
  const [id] = readCursor(cursor, [/^ref_[0-9A-Za-z]{24}$/]) ?? [];
  if (id === undefined) throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  return id;
}
