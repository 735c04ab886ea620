type Waiting = { readonly address: string | undefined; readonly since: number };

/** Who waits for a turn: addresses take theirs one after the other, however many requests each of them has sent. */
export class FairQueue<Visit extends Waiting> {
  /** The first of them is next; one that had its turn goes to the end. */
  readonly #byAddress = new Map<string, Visit[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(visit: Visit): void {
    const address = visit.address ?? '';
    const waiting = this.#byAddress.get(address);
    if (waiting === undefined) this.#byAddress.set(address, [visit]);
    else waiting.push(visit);
    this.#length += 1;
  }

  shift(): Visit | undefined {
    const [address, waiting] = this.#byAddress.entries().next().value ?? [];
    if (address === undefined || waiting === undefined) return undefined;
    const next = waiting.shift();
    this.#byAddress.delete(address);
    if (waiting.length > 0) this.#byAddress.set(address, waiting);
    this.#length -= 1;
    return next;
  }

  remove(visit: Visit): void {
    const address = visit.address ?? '';
    const waiting = this.#byAddress.get(address) ?? [];
    const place = waiting.indexOf(visit);
    if (place === -1) return;
    waiting.splice(place, 1);
    if (waiting.length === 0) this.#byAddress.delete(address);
    this.#length -= 1;
  }

  /** Those that began to wait before this moment. */
  listSince(moment: number): Visit[] {
    return [...this.#byAddress.values()].flatMap((waiting) => waiting.filter(({ since }) => since <= moment));
  }
}
