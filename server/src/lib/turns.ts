export type Turns = {
  /** How many are worked on at the same time in this process. */
  readonly atOnce: number;
  readonly waitingMax: number;
  /** What one too many is told, and one whose waiting has ended. */
  refuse(): Error;
};

export type Place = {
  /** Whose it is; callers take turns, so that one with many delays another by one of them. */
  readonly caller?: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
};

type Turn = () => void;

/** Runs work when it is its turn: some at a time, one caller after another, each caller's in the order it came. */
export function createTurns({ atOnce, waitingMax, refuse }: Turns) {
  const waiting = new Line();
  let running = 0;

  async function take({ caller = '', signal }: Place): Promise<void> {
    if (signal?.aborted === true) throw refuse();
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.remove(caller, turn);
        reject(refuse());
      };
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(caller, turn);
    });
  }

  return async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
    await take(place);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes from hand to hand, so nobody gets between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Callers in the order of their next turn, each with its turns in the order they came. */
class Line {
  readonly #callers = new Map<string, Turn[]>();
  length = 0;

  add(caller: string, turn: Turn): void {
    this.#callers.set(caller, [...(this.#callers.get(caller) ?? []), turn]);
    this.length += 1;
  }

  remove(caller: string, turn: Turn): void {
    this.#keep(
      caller,
      (this.#callers.get(caller) ?? []).filter((one) => one !== turn),
    );
  }

  /** The first of the caller whose turn it is, who then stands behind all others. */
  shift(): Turn | undefined {
    const [first] = this.#callers;
    if (first === undefined) return undefined;
    const [caller, [turn, ...others]] = first;
    this.#callers.delete(caller);
    this.#keep(caller, others);
    return turn;
  }

  #keep(caller: string, others: Turn[]): void {
    if (others.length > 0) this.#callers.set(caller, others);
    else this.#callers.delete(caller);
    this.length -= 1;
  }
}
