import type { Actor } from '#actor';
import type { Ctx } from '#context';
import type { Vault } from '#platform/crypto';

/** The fingerprinted members of a row, in this order. */
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
  /** For actions in the partner portal. */
  readonly institutionId: string | null;
  readonly userId: string | null;
};

/** The fingerprinted text of a row: the previous fingerprint and all members of the row. JSON separates the members. */
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
    // Omitted if null: rows older than these members keep their fingerprint.
    ...(entry.institutionId === null && entry.userId === null ? [] : [entry.institutionId, entry.userId]),
  ]);

/**
 * The fingerprinted text of a row whose reason is erased: the previous fingerprint, the remaining members, and the
 * original fingerprint.
 */
export const erasedText = (before: Buffer, entry: Entry & { readonly mac: Buffer }): string =>
  JSON.stringify(['audit/erased', entryText(before, { ...entry, reason: null }), entry.mac.toString('hex')]);

/** The fingerprinted text of the chain's head: the number of rows and the fingerprint of the last one. */
export const headText = (seq: number, mac: Buffer): string => JSON.stringify(['audit/head', seq, mac.toString('hex')]);

export type Head = { readonly seq: number; readonly mac: Buffer; readonly seal: Buffer | null };

/** Whether a process with the key wrote the head; before the first row it has no fingerprint. */
export const isHeadIntact = (vault: Vault, { seq, mac, seal }: Head): boolean =>
  seal === null
    ? seq === 0 && mac.length === 0
    : vault.fingerprints(headText(seq, mac), 'chain').some((made) => made.equals(seal));

/**
 * The position of the chain in a form that people can record elsewhere: number of rows and fingerprint of the last one.
 */
export const anchorOf = (seq: number, mac: Buffer): string => `${seq}:${mac.toString('hex')}`;

export type NewEntry = {
  readonly kind: 'view' | 'action' | 'refused';
  /** The operation of the route, such as intakes.log-call. */
  readonly operation: string;
  /** Undefined when the staff member is unknown, and for the command line. */
  readonly staffId?: string | undefined;
  readonly credentialId?: string | undefined;
  /** Id of the subject; never a name, an address or a phone number. */
  readonly subjectId?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  /** The institution: for actions in the partner portal, with their user, and for staff changes there. */
  readonly institutionId?: string | undefined;
  readonly userId?: string | undefined;
};

/** The row that a staff request will have written when its response is sent. */
export type AuditRecord = {
  readonly entry: NewEntry;
  /** Added by the operation if the request alone does not identify them. */
  subjectId: string | undefined;
  reason: string | undefined;
  institutionId?: string | undefined;
  /** True while a transaction is writing the row, and permanently once it has committed. */
  carried: boolean;
};

export type AuditParts = Pick<Ctx, 'db' | 'vault' | 'clock'> & Partial<Pick<Ctx, 'actor'>>;

/** How the trail identifies the operator of a command, in place of a token or session. */
export const commandLineOf = (actor: Actor | undefined): string | undefined =>
  actor?.kind === 'system' && actor.runBy !== undefined ? `cli:${actor.runBy}` : undefined;

export const completeEntry = ({ entry, subjectId, reason, institutionId }: AuditRecord): NewEntry => ({
  ...entry,
  subjectId: subjectId ?? entry.subjectId,
  reason: reason ?? entry.reason,
  institutionId: institutionId ?? entry.institutionId,
});

/** How the trail identifies the user of an emailed link, in place of a session or a token. */
export const linkCredential = 'link';
