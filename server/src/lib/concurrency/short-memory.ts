/** How long an entry is remembered: long enough to spare repeated queries in a flood, too short for a person to notice. */
const rememberedMs = 5_000;
/** Per memory. */
const entriesMax = 10_000;

/** Recent results by name, bounded in time and number, so that it may hold unauthenticated input. */
export class ShortMemory<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly untilMs: number }>();

  get(name: string, nowMs = performance.now()): V | undefined {
    const entry = this.#entries.get(name);
    return entry !== undefined && nowMs < entry.untilMs ? entry.value : undefined;
  }

  set(name: string, value: V, nowMs = performance.now()): void {
    // An updated entry moves to the end, so the first entry is the oldest.
    this.#entries.delete(name);
    const oldest = this.#entries.size < entriesMax ? undefined : this.#entries.keys().next().value;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(name, { value, untilMs: nowMs + rememberedMs });
  }
}

/** A memory for each owner, such as the vault of a service: several services may run in one process. */
export function shortMemories<V>(): (owner: object) => ShortMemory<V> {
  const memories = new WeakMap<object, ShortMemory<V>>();
  return (owner) => {
    const memory = memories.get(owner) ?? new ShortMemory<V>();
    memories.set(owner, memory);
    return memory;
  };
}
