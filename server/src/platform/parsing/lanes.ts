import { createParserLane } from './parser-lane.ts';

/** Files of rows, such as rosters and referrals, while their sender waits. */
export const fileLane = createParserLane({
  name: 'files',
  threads: 1,
  // A workbook of the largest size, with room to spare; compressed bytes are outside the heap.
  heapMb: 96,
  // Ten times what the largest file takes.
  deadlineMs: 10_000,
  maxWaiting: 60,
  maxWaitingPerOwner: 55,
});

/** Texts: emails, replies and pasted text. */
export const textLane = createParserLane({
  name: 'texts',
  threads: 1,
  heapMb: 64,
  // The slowest input, a signature compared with thousands of mistakes, takes a fraction of this.
  deadlineMs: 5000,
  maxWaiting: 500,
  maxWaitingPerOwner: 100,
});
