import type { Actor } from '#actor';
import type { Ctx } from '#context';
import type { Vault } from '#platform/crypto';

/** A row as it is fingerprinted: every member, in this order. */
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
  /** Of acts in the partner portal. */
  readonly institutionId: string | null;
  readonly userId: string | null;
};

/** Fingerprinted for a row: the fingerprint before it and all its own members. JSON keeps the members apart. */
export const entryText = (before: Buffer, entry: Entry): string =>
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
    // Left out where there is none: rows that stood before these members keep their fingerprint.
    ...(entry.institutionId === null && entry.userId === null ? [] : [entry.institutionId, entry.userId]),
  ]);

/** Fingerprinted for a row whose reason is erased: the fingerprint before it, what is left, and its own. */
export const erasedText = (before: Buffer, entry: Entry & { readonly mac: Buffer }): string =>
  JSON.stringify(['audit/erased', entryText(before, { ...entry, reason: null }), entry.mac.toString('hex')]);

/** Fingerprinted for the head of the chain: the number of rows and the fingerprint of the last one. */
export const headText = (seq: number, mac: Buffer): string => JSON.stringify(['audit/head', seq, mac.toString('hex')]);

export type Head = { readonly seq: number; readonly mac: Buffer; readonly seal: Buffer | null };

/** Whether a process with the key has put it where it is; before the first row it has no seal. */
export const isHeadIntact = (vault: Vault, { seq, mac, seal }: Head): boolean =>
  seal === null
    ? seq === 0 && mac.length === 0
    : vault.fingerprints(headText(seq, mac), 'chain').some((made) => made.equals(seal));

/** The position of the chain in a form that people can note elsewhere: number of rows and fingerprint of the last one. */
export const anchorOf = (seq: number, mac: Buffer): string => `${seq}:${mac.toString('hex')}`;

export type NewEntry = {
  readonly kind: 'view' | 'action' | 'refused';
  /** The operation of the route, such as intakes.log-call. */
  readonly operation: string;
  /** Undefined when the staff member is unknown, and for the command line. */
  readonly staffId?: string | undefined;
  readonly credentialId?: string | undefined;
  /** Id of the subject; never a name, an address or a number. */
  readonly subjectId?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  /** At which institution: of acts in the partner portal, with their user, and of what staff change there. */
  readonly institutionId?: string | undefined;
  readonly userId?: string | undefined;
};

/** The row that a staff request will have written by the time it is answered. */
export type AuditRecord = {
  readonly entry: NewEntry;
  /** Added by the verb when the request alone does not say them. */
  subjectId: string | undefined;
  reason: string | undefined;
  institutionId?: string | undefined;
  /** True while a transaction is writing the row, and for good once it has committed. */
  carried: boolean;
};

export type AuditParts = Pick<Ctx, 'db' | 'vault' | 'clock'> & Partial<Pick<Ctx, 'actor'>>;

/** How whoever runs a command is named in the trail, where a request has its token or session. */
export const commandLineOf = (actor: Actor | undefined): string | undefined =>
  actor?.kind === 'system' && actor.runBy !== undefined ? `cli:${actor.runBy}` : undefined;

export const completeEntry = ({ entry, subjectId, reason, institutionId }: AuditRecord): NewEntry => ({
  ...entry,
  subjectId: subjectId ?? entry.subjectId,
  reason: reason ?? entry.reason,
  institutionId: institutionId ?? entry.institutionId,
});

/** How whoever follows a link that was mailed is known in the trail, where others have a session or a token. */
export const linkCredential = 'link';
