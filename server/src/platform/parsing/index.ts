// Parses bytes that came from outside in worker threads, so that the event loop never waits for a parser.
export { createParserLane, ParserError, refuseWith } from './parser-lane.ts';
export { fileLane, textLane } from './lanes.ts';
export type { Parser, ParserThread } from './parser-thread.ts';
