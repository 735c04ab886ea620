type FairQueueOptions = {
  /** How much work runs at the same time in this process. */
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** How much of one client's work may wait; default: the total limit. */
  readonly maxWaitingPerClient?: number;
  /** The error for work beyond the limit, and for work whose waiting was aborted. */
  refuse(): Error;
};

type SlotRequest = {
  /** Clients take turns, so that one with much work delays another by only one piece of it. */
  readonly client?: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
};

type Resume = () => void;

/** Runs a bounded number of pieces of work at a time. Clients take turns; each client's work runs in order of arrival. */
export function createFairQueue({
  concurrency,
  maxWaiting,
  maxWaitingPerClient = maxWaiting,
  refuse,
}: FairQueueOptions) {
  const waiting = new WaitingClients();
  let running = 0;

  async function acquire({ client = '', signal }: SlotRequest): Promise<void> {
    if (signal?.aborted === true) throw refuse();
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting || waiting.countOf(client) >= maxWaitingPerClient) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.remove(client, turn);
        reject(refuse());
      };
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(client, turn);
    });
  }

  return async <T>(slot: SlotRequest, work: () => Promise<T>): Promise<T> => {
    await acquire(slot);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot passes directly to the next waiter, so that a new arrival cannot take it in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Waiting clients in the order of their next turn, each with its work in order of arrival. */
class WaitingClients {
  readonly #clients = new Map<string, Resume[]>();
  length = 0;

  countOf(client: string): number {
    return this.#clients.get(client)?.length ?? 0;
  }

  add(client: string, turn: Resume): void {
    this.#clients.set(client, [...(this.#clients.get(client) ?? []), turn]);
    this.length += 1;
  }

  remove(client: string, turn: Resume): void {
    this.#update(
      client,
      (this.#clients.get(client) ?? []).filter((one) => one !== turn),
    );
  }

  /** The first work of the next client, which then moves to the end. */
  shift(): Resume | undefined {
    const [first] = this.#clients;
    if (first === undefined) return undefined;
    const [client, [turn, ...others]] = first;
    this.#clients.delete(client);
    this.#update(client, others);
    return turn;
  }

  #update(client: string, others: Resume[]): void {
    if (others.length > 0) this.#clients.set(client, others);
    else this.#clients.delete(client);
    this.length -= 1;
  }
}
