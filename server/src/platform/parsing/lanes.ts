import { createParserLane } from './parser-lane.ts';

/** Files of rows, such as rosters and referrals, while their sender waits. */
export const fileLane = createParserLane({
  name: 'files',
  threads: 1,
  // A workbook of the largest size, with room; packed bytes are outside it.
  heapMb: 96,
  // Ten times what the largest file takes.
  deadlineMs: 10_000,
  maxWaiting: 60,
  maxWaitingPerOwner: 55,
});

/** Texts: emails, replies, and what people paste. */
export const textLane = createParserLane({
  name: 'texts',
  threads: 1,
  heapMb: 64,
  // The slowest, a signature compared with thousands of mistakes, takes a fraction.
  deadlineMs: 5000,
  maxWaiting: 500,
  maxWaitingPerOwner: 100,
});
