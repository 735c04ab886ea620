import type { Own } from './read-state.ts';

/** The API's values for one object. */
export type Theirs = { readonly id: string; readonly external_ref: string | null; readonly status: string };

export type Difference =
  /** In the API but not in the list. */
  | { readonly kind: 'missing'; readonly id: string; readonly external_ref: string | null; readonly status: string }
  /** In the list but not in the API. */
  | { readonly kind: 'extra'; readonly line: number; readonly id: string | null; readonly external_ref: string | null }
  /** A line repeats an earlier one. */
  | { readonly kind: 'repeated'; readonly line: number; readonly id: string; readonly first_line: number }
  | {
      readonly kind: 'different';
      readonly line: number;
      readonly id: string;
      readonly member: 'status' | 'external_ref';
      readonly yours: string | null;
      readonly theirs: string | null;
    };

/** Compares objects as they arrive from the API, so that only the list is held in memory. */
export class Comparison {
  readonly #byId = new Map<string, Own>();
  readonly #byReference = new Map<string, Own[]>();
  readonly #left = new Set<Own>();
  readonly #found: Difference[] = [];

  constructor(owned: readonly Own[]) {
    for (const own of owned) {
      const earlier = own.id === undefined ? undefined : this.#byId.get(own.id);
      if (own.id !== undefined && earlier !== undefined) {
        this.#found.push({ kind: 'repeated', line: own.line, id: own.id, first_line: earlier.line });
        continue;
      }
      this.#left.add(own);
      if (own.id !== undefined) this.#byId.set(own.id, own);
      else if (own.external_ref !== undefined)
        this.#byReference.set(own.external_ref, [...(this.#byReference.get(own.external_ref) ?? []), own]);
    }
  }

  add(theirs: Theirs): void {
    const own = this.#byId.get(theirs.id) ?? this.#takeByReference(theirs.external_ref);
    if (own === undefined) {
      const { id, external_ref, status } = theirs;
      this.#found.push({ kind: 'missing', id, external_ref, status });
      return;
    }
    this.#left.delete(own);
    for (const member of ['status', 'external_ref'] as const) {
      const yours = own[member];
      // A value missing from the list cannot differ.
      if (yours === undefined || yours === theirs[member]) continue;
      this.#found.push({ kind: 'different', line: own.line, id: theirs.id, member, yours, theirs: theirs[member] });
    }
  }

  /** One external reference may be used for several objects; each takes its own line. */
  #takeByReference(reference: string | null): Own | undefined {
    return reference === null ? undefined : this.#byReference.get(reference)?.shift();
  }

  finish(): readonly Difference[] {
    const extra = [...this.#left].map(
      ({ line, id, external_ref }) =>
        ({ kind: 'extra', line, id: id ?? null, external_ref: external_ref ?? null }) as const,
    );
    return [...this.#found, ...extra];
  }
}
