import { createLanes } from '#lib/concurrency/lanes';
import { hashesAtOnce, signInLanes } from './try-rules.ts';

/** Where those of this process wait whose password is to be hashed: on known devices, or among strangers. */
export const passwordLanes = createLanes({ concurrency: hashesAtOnce, lanes: signInLanes });
