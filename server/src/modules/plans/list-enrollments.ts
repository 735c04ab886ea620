import { requirePartner } from '#actor';
import type { Ctx } from '#context';
import { firstIdAt, type IdPrefix } from '#lib/ids';
import { readCursor, readLimit, readTime, toPage, writeCursor } from '#lib/pages';
import { validationFailed } from '#platform/errors';
import { enrollmentNotFound } from './errors.ts';
import { toView } from './events.ts';
import type { EnrollmentQuery, EnrollmentView } from './schemas.ts';
import { findEnrollment, listEnrollmentRows, type Owner } from './store.ts';

/** Whose roster a partner's call is about: its own, of its credential's mode. */
export const ownerOfCall = ({ actor }: Pick<Ctx, 'actor'>): Owner => {
  const { institutionId, livemode } = requirePartner(actor);
  return { institutionId, livemode };
};

export async function getEnrollment(ctx: Ctx, owner: Owner, id: string): Promise<EnrollmentView> {
  const enrollment = await findEnrollment(ctx.db, owner, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return toView(enrollment);
}

/** The roster, newest first, canceled ones too: reconciling needs both. */
export async function listEnrollments(ctx: Ctx, owner: Owner, query: EnrollmentQuery) {
  const limit = readLimit(query.limit);
  const rows = await listEnrollmentRows(ctx.db, owner, {
    status: query.status,
    vin: query.vin?.toUpperCase(),
    externalRef: query.external_ref,
    plan: query.plan,
    ...idRange('enr', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toView, cursor: (row) => writeCursor(row.id) });
}

type RangeQuery = {
  readonly cursor?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
};

/** The ids that a page may hold: ids order by the time they were made, so times and places are bounds of ids. */
export function idRange(prefix: IdPrefix, query: RangeQuery) {
  const from = readTime(query.created_from);
  const to = readTime(query.created_to);
  const ends = [query.cursor && readPlace(prefix, query.cursor), to && firstIdAt(prefix, to)];
  return {
    fromId: from && firstIdAt(prefix, from),
    belowId: ends.filter((end) => end !== undefined && end !== '').sort()[0],
  };
}

function readPlace(prefix: string, cursor: string): string {
  const [id] = readCursor(cursor, [new RegExp(`^${prefix}_[0-9A-Za-z]{24}$`)]) ?? [];
  if (id === undefined) throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  return id;
}
