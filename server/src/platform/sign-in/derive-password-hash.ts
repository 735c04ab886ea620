import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

/** Only in a turn of `passwordLanes`. */
export const derivePasswordHash = promisify(argon2);
