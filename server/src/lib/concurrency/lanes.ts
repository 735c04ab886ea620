type Lane = {
  /** Maximum work in the lane, waiting or running; more is refused. */
  readonly places: number;
  /** Maximum work of one client in the lane. */
  readonly placesPerClient?: number;
  /** How much of it runs at the same time. */
  readonly turns: number;
};

type LanesOptions<Name extends string> = {
  /** Slots in this process, over all lanes. */
  readonly concurrency: number;
  /** In the order in which they are served: work that waits in an earlier lane is next. */
  readonly lanes: Readonly<Record<Name, Lane>>;
};

type Entry<Name extends string> = {
  readonly lane: Name;
  readonly client?: string;
  /** The error for work that finds no place. */
  refuse(): Error;
};

/** Waits for a slot, and then does the work. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

type State = {
  inside: number;
  running: number;
  readonly clients: Map<string, number>;
  readonly waiting: (() => void)[];
};

/**
 * Shares slots between lanes. A lane with fewer slots than the total leaves the rest to the lanes before it, even when
 * they are unused: however full it is, work in an earlier lane finds a free slot.
 */
export function createLanes<Name extends string>({ concurrency, lanes }: LanesOptions<Name>) {
  const names = Object.keys(lanes) as Name[];
  const states = Object.fromEntries(
    names.map((name) => [name, { inside: 0, running: 0, clients: new Map(), waiting: [] }]),
  ) as unknown as Record<Name, State>;
  let running = 0;

  const isFree = (name: Name): boolean => running < concurrency && states[name].running < lanes[name].turns;

  function startWaiting(): void {
    for (const name of names) {
      while (states[name].waiting.length > 0 && isFree(name)) {
        take(name);
        states[name].waiting.shift()?.();
      }
    }
  }

  function take(name: Name): void {
    states[name].running += 1;
    running += 1;
  }

  const turnIn =
    (name: Name): Turn =>
    async (work) => {
      if (isFree(name)) take(name);
      else await new Promise<void>((resolve) => void states[name].waiting.push(resolve));
      try {
        return await work();
      } finally {
        states[name].running -= 1;
        running -= 1;
        startWaiting();
      }
    };

  /** Takes a place in the lane or is refused, immediately; the work asks for a slot when it needs one. */
  async function enter<T>(
    { lane: name, client = '', refuse }: Entry<Name>,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const [state, { places, placesPerClient = places }] = [states[name], lanes[name]];
    const own = state.clients.get(client) ?? 0;
    if (state.inside >= places || own >= placesPerClient) throw refuse();
    state.inside += 1;
    state.clients.set(client, own + 1);
    try {
      return await work(turnIn(name));
    } finally {
      state.inside -= 1;
      const left = (state.clients.get(client) ?? 1) - 1;
      if (left > 0) state.clients.set(client, left);
      else state.clients.delete(client);
    }
  }

  return {
    enter,
    /** Whether the next piece of work would be refused, whoever its client is. */
    isFull: (name: Name): boolean => states[name].inside >= lanes[name].places,
  };
}
