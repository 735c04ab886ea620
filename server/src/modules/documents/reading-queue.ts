import { createTurns } from '#lib/turns';
import { readersBusy } from './errors.ts';

/** Reading takes a core for seconds, so two leave the rest of the machine to everybody else; more wait in vain. */
export const inTurn = createTurns({ atOnce: 2, waitingMax: 50, refuse: readersBusy });
