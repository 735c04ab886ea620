import { createFairQueue } from '#lib/concurrency/fair-queue';
import { readersBusy } from '../errors.ts';

/**
 * Reading takes a core for seconds: two at a time leave the rest of the machine free, and beyond fifty the wait is too
 * long.
 */
export const withReadingSlot = createFairQueue({ concurrency: 2, maxWaiting: 50, refuse: readersBusy });
