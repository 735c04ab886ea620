import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { toCallContact } from '../rules.ts';
import { listContactRows } from '../status-store.ts';

/** Whom to call about each of these intakes. */
export async function listIntakeContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  const rows = await listContactRows(tx.db, ids);
  return new Map(
    rows.map(({ id, email, phone, loss, found }) => [
      id,
      toCallContact({ email: email ?? undefined, phone: phone ?? undefined, request: { loss }, lookedUp: found }),
    ]),
  );
}
