import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { enrollmentNotFound } from '../errors.ts';
import { lockEnrollment, type Enrollment } from '../store.ts';

/** An enrollment of that tenant, locked until the transaction ends. */
export async function getLockedEnrollment(tx: Tx, tenant: Tenant, id: string): Promise<Enrollment> {
  const enrollment = await lockEnrollment(tx.db, tenant, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return enrollment;
}
