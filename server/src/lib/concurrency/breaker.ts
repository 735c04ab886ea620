/** Which work may begin now: all, one try, or none. */
type BreakerState = 'closed' | 'trying' | 'resting';

export type Breaker = {
  state(): BreakerState;
  /** Marks one piece of work as a try; until it ends, or a rest later, there is no other. */
  beginTry(): void;
  succeeded(): void;
  failed(): void;
};

type BreakerOptions = {
  /** Consecutive failures after which it rests; a single one may be chance. */
  readonly failures: number;
  /** The first rest, and the longest: each failed try doubles it. */
  readonly restMs: { readonly first: number; readonly longest: number };
  /** Called when it begins to rest and when it is closed again. */
  readonly changed?: (isResting: boolean) => void;
  /** A monotonic clock. */
  readonly now?: () => number;
};

/** Pauses work while its shared dependency fails, and detects with single tries when that works again. */
export function createBreaker({ failures, restMs, changed, now = () => performance.now() }: BreakerOptions): Breaker {
  let inARow = 0;
  let rest: { readonly ms: number; readonly until: number } | undefined;
  const restFor = (ms: number) => {
    rest = { ms, until: now() + ms };
  };
  return {
    state: () => (rest === undefined ? 'closed' : now() < rest.until ? 'resting' : 'trying'),
    beginTry: () => restFor(rest?.ms ?? restMs.first),
    succeeded() {
      inARow = 0;
      if (rest === undefined) return;
      rest = undefined;
      changed?.(false);
    },
    failed() {
      inARow += 1;
      if (rest !== undefined) return restFor(Math.min(restMs.longest, rest.ms * 2));
      if (inARow < failures) return;
      restFor(restMs.first);
      changed?.(true);
    },
  };
}
