import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { validationFailed } from '#platform/errors';
import { readEnrollment } from '../row-rules.ts';
import type { NewEnrollment } from '../schemas.ts';
import type { Enrollment } from '../store.ts';
import { enrollVehicles } from './enroll-vehicles.ts';
import { getTerms } from './get-terms.ts';

/** Enrolls one vehicle; a VIN can be on a roster once. */
export async function enrollVehicle(tx: Tx, tenant: Tenant, request: NewEnrollment): Promise<Enrollment> {
  const { issues, members } = readEnrollment(request, await getTerms(tx, tenant));
  if (issues.length > 0) throw validationFailed(issues);
  const [outcome] = await enrollVehicles(tx, tenant, [members]);
  if (outcome === undefined || !('id' in outcome)) throw outcome;
  return outcome;
}
