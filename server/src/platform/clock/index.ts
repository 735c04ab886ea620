/** The only source of time. Business code never reads the system clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

type ManualClock = Clock & { advance(seconds: number): void };

/** A clock that changes only when it is advanced, for tests. */
export function manualClock(start: Date): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(seconds) {
      at += seconds * 1000;
    },
  };
}

type OffsetClock = Clock & { setOffset(ms: number): void };

/** The system clock with an offset, for tests of a running service. */
export function offsetClock(): OffsetClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    setOffset(ms) {
      offset = ms;
    },
  };
}
