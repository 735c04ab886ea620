import type { Widened } from './widen-search.ts';
import type { Window } from '../window-rules.ts';

export type Searched = Widened & { readonly window: Window };

/** Some 20 MB in a process: a comparable is about 400 bytes. */
const comparablesMax = 50_000;

/**
 * What searches found, least recently used first. A key names everything that a search depends on: the vehicle, the place,
 * the day, and the version of the model's listings, which every import changes. So nothing here is ever out of date, and
 * what is no longer asked for is pushed out.
 */
export class SearchCache {
  readonly #found = new Map<string, Searched>();
  #comparables = 0;

  find(key: string): Searched | undefined {
    const found = this.#found.get(key);
    if (found === undefined) return undefined;
    this.#found.delete(key);
    this.#found.set(key, found);
    return found;
  }

  keep(key: string, searched: Searched): void {
    this.#drop(key);
    this.#found.set(key, searched);
    this.#comparables += sizeOf(searched);
    for (const oldest of this.#found.keys()) {
      if (this.#comparables <= comparablesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#found.get(key);
    if (found === undefined) return;
    this.#found.delete(key);
    this.#comparables -= sizeOf(found);
  }
}

/** A search that found nothing takes up room too. */
const sizeOf = ({ comparables }: Searched): number => comparables.length + 1;
