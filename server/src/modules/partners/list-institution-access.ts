import type { Ctx, Tx } from '#context';
import { listPrincipalStatuses } from '#modules/agent-keys';
import type { InstitutionAccess } from './find-institution-access.ts';
import { listAccess } from './store.ts';

type ListedAccess = InstitutionAccess & {
  /** Undefined while nobody asked for live mode. */
  readonly liveRequestedAt: Date | undefined;
};

/** What is open to the users of each of these institutions, by id, in two statements however many they are. */
export async function listInstitutionAccess(
  ctx: Pick<Ctx | Tx, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedAccess>> {
  const [rows, statuses] = await Promise.all([listAccess(ctx.db, ids), listPrincipalStatuses(ctx, ids)]);
  const entries = rows.map(({ id, name, live_opened_at, live_requested_at }) => {
    const suspended = statuses.get(id) !== 'active';
    const liveOpenedAt = live_opened_at ?? undefined;
    return [id, { name, suspended, liveOpenedAt, liveRequestedAt: live_requested_at ?? undefined }] as const;
  });
  return new Map(entries);
}
