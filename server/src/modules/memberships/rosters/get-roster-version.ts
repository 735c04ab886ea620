import type { Tenant } from '#modules/partners';
import type { Db } from '#platform/db';
import { readRosterVersion } from './plan-store.ts';

/** Equal as long as nothing changed that a roster is compared with. */
export const getRosterVersion = ({ db }: { readonly db: Db }, tenant: Tenant): Promise<string> =>
  readRosterVersion(db, tenant);
