import { offsetClock, type Clock } from '#platform/clock';
import { prepared, type Database } from '#platform/db';

const offset = prepared<[], { offset_ms: string }>('test-clock.find', 'select offset_ms from platform.test_clock');

/** Other processes follow a moved clock within this time. */
const followMs = 100;

export type TestClock = {
  readonly clock: Clock;
  /** Reads the clock's offset now, instead of at the next poll. */
  follow(): Promise<void>;
  stop(): void;
};

/** A clock whose offset is a row that all processes read; only where a test's policy allows it. */
export function createTestClock(db: Database): TestClock {
  const clock = offsetClock();
  const follow = async () => {
    const row = await db.find(offset());
    if (row !== undefined) clock.setOffset(Number(row.offset_ms));
  };
  const timer = setInterval(() => void follow().catch(() => undefined), followMs);
  timer.unref();
  return { clock, follow, stop: () => clearInterval(timer) };
}
