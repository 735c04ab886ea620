import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue } from '#lib/concurrency/fair-queue';
import { signInCrowded } from '../errors.ts';
import { hashesAtOnce, hashesWaitingMax } from './rules.ts';

const deriveAtOnce = promisify(argon2);

const queue = createFairQueue({ concurrency: hashesAtOnce, maxWaiting: hashesWaitingMax, refuse: signInCrowded });

export const derivePasswordHash = (...args: Parameters<typeof deriveAtOnce>): Promise<Buffer> =>
  queue({}, () => deriveAtOnce(...args));
