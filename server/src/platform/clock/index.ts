/** The one source of time; business code never asks the system. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export type ManualClock = Clock & { advance(seconds: number): void };

/** A clock that stands still until it is moved, for tests. */
export function manualClock(start: Date): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(seconds) {
      at += seconds * 1000;
    },
  };
}

export type OffsetClock = Clock & { setOffset(ms: number): void };

/** The system's clock moved ahead, for tests of a running service. */
export function offsetClock(): OffsetClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    setOffset(ms) {
      offset = ms;
    },
  };
}
