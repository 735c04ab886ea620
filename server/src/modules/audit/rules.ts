/** A row as it is sealed: every member, in this order. */
export type Entry = {
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly operation: string;
  readonly staffId: string | null;
  readonly credentialId: string | null;
  readonly subjectId: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
};

/** What is fingerprinted for a row: the fingerprint before it and all of its own members. JSON keeps them apart. */
export const sealedText = (before: Buffer, entry: Entry): string =>
  JSON.stringify([
    'audit/entry',
    before.toString('hex'),
    entry.seq,
    entry.at.toISOString(),
    entry.kind,
    entry.operation,
    entry.staffId,
    entry.credentialId,
    entry.subjectId,
    entry.reason,
    entry.requestId,
  ]);

/** What the head's seal says: so many rows, and the last one's fingerprint. */
export const headText = (seq: number, mac: Buffer): string => JSON.stringify(['audit/head', seq, mac.toString('hex')]);

/** The number of a row as people note it down: how many rows there were, and where the chain stood. */
export const anchorOf = (seq: number, mac: Buffer): string => `${seq}:${mac.toString('hex')}`;
