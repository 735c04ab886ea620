import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import type { ConsultationSources } from '../facts.ts';
import { suppressRow } from '../contacts/store.ts';
import {
  calledRecently,
  callsStopped,
  consultationClosed,
  consultationNotFound,
  customerSuppressed,
} from '../errors.ts';
import { isLeased } from './rules.ts';
import type { NextCall } from '../queue/schemas.ts';
import { claimRow } from '../queue/store.ts';
import { isClosed, leaseS, unknownLocation } from '../rules.ts';
import { lockQueued, type QueueRow } from '../store.ts';
import { findHindrance } from '../queue/find-hindrance.ts';
import { offerNumber } from '../queue/offer-number.ts';
import { toClaimedError } from './to-claimed-error.ts';
import { toNextCall } from '../queue/to-next-call.ts';
import { listWindows } from '../contacts/window-store.ts';
import { withContact } from '../contacts/with-contact.ts';

type Wanted = { readonly id: string; readonly sources: ConsultationSources };
type Check = (tx: Tx, row: QueueRow) => Promise<void>;

export async function leaseConsultation(ctx: Ctx, { id, sources }: Wanted, check: Check): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  const outcome = await transact(ctx, async (tx): Promise<NextCall | 'suppressed'> => {
    const now = tx.clock.now();
    const queued = await lockQueued(tx.db, id);
    if (queued === undefined) throw consultationNotFound();
    if (isClosed(queued, now)) throw consultationClosed();
    if (queued.stopped_channels.includes('call')) throw callsStopped();
    await check(tx, queued);
    const row = await withContact(tx, sources.contacts, queued);
    const { hindrance, number } = await findHindrance(tx, row);
    if (hindrance?.kind === 'suppressed') {
      suppressRow(tx.db, id, now);
      return 'suppressed';
    }
    if (hindrance?.kind === 'called') throw calledRecently(hindrance.until);
    if (hindrance !== undefined)
      throw await toClaimedError(tx, { lease_staff_id: hindrance.staffId ?? null, lease_since: null });
    const until = addSeconds(now, leaseS);
    const window = (await listWindows(tx.db)).find(({ key }) => key === row.window_key) ?? unknownLocation;
    claimRow(tx.db, { id, staffId, now, until });
    // A number that was tried too often is not shown, but its consultation can be worked on.
    const offer = offerNumber(tx, { row, number, window });
    return toNextCall(tx, row, { window, until, leased: row.lease_staff_id === staffId && isLeased(row, now), offer });
  });
  if (outcome === 'suppressed') throw customerSuppressed();
  return outcome;
}
