import type { Tx } from '#context';
import { listStaffNames } from '#modules/staff';
import { consultationClaimed } from '../errors.ts';
import type { QueueRow } from '../store.ts';

export async function toClaimedError(tx: Tx, row: Pick<QueueRow, 'lease_staff_id' | 'lease_since'>) {
  const id = row.lease_staff_id ?? '';
  const names = await listStaffNames(tx, [id]);
  return consultationClaimed(names.get(id) ?? 'Somebody', row.lease_since ?? undefined);
}
