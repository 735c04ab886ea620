import type { RingKey } from '#platform/crypto';

/** A process that runs, as it reports itself. */
export type KeyHolder = {
  readonly keys: readonly string[];
  readonly writesWith: string | null;
};

export type Known = {
  readonly ring: readonly RingKey[];
  readonly others: readonly KeyHolder[];
  /** The last writing key, of any process. */
  readonly lastWritten: string | undefined;
};

const readable = (ring: readonly RingKey[]) => ring.filter((key) => !key.compares);

/**
 * The key to write with: the first of the ring once all processes can read it. Until then the current one, so that no
 * request fails because processes differ.
 */
export function decideWritingKey({ ring, others, lastWritten }: Known): string | undefined {
  const candidates = readable(ring);
  const [first] = candidates;
  const isShared = ({ id }: RingKey) => others.every(({ keys }) => keys.includes(id));
  const inUse = candidates.find(({ id }) => id === lastWritten);
  if (first !== undefined && isShared(first)) return first.id;
  if (inUse !== undefined && isShared(inUse)) return inUse.id;
  return (candidates.find(isShared) ?? inUse ?? first)?.id;
}

/** A key that others write with, or that was last written with, and that this process cannot read. */
export function findLackingKey({ ring, others, lastWritten }: Known): string | undefined {
  const ids = new Set(readable(ring).map(({ id }) => id));
  const lacking = others.find(({ writesWith }) => writesWith !== null && !ids.has(writesWith))?.writesWith;
  if (typeof lacking === 'string') return lacking;
  // An operator who lists a key as compare-only has decided to give up the values that it encrypted.
  return lastWritten === undefined || ring.some(({ id }) => id === lastWritten) ? undefined : lastWritten;
}
