import type { RingKey } from '#platform/crypto';

/** A process that runs, as it reports itself. */
export type KeyHolder = {
  readonly keys: readonly string[];
  readonly writesWith: string | null;
};

export type Known = {
  readonly ring: readonly RingKey[];
  readonly others: readonly KeyHolder[];
  /** The key that was written with last, by any process. */
  readonly lastWritten: string | undefined;
};

const readable = (ring: readonly RingKey[]) => ring.filter((key) => !key.compares);

/**
 * The key to write with: the first of the ring as soon as everybody can read it. Until then the one that is in use, so that
 * no request fails because processes differ.
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

/** A key that others write with, or wrote with last, and that this process cannot read. */
export function findLackingKey({ ring, others, lastWritten }: Known): string | undefined {
  const ids = new Set(readable(ring).map(({ id }) => id));
  const lacking = others.find(({ writesWith }) => writesWith !== null && !ids.has(writesWith))?.writesWith;
  if (typeof lacking === 'string') return lacking;
  // Who names a key for comparing alone has decided to do without what it encrypted.
  return lastWritten === undefined || ring.some(({ id }) => id === lastWritten) ? undefined : lastWritten;
}
