import type { Tx } from '#context';
import { recordConsentOfHashes } from '#modules/consent';

export type UnsentMessage = {
  readonly id: string;
  readonly purpose: string;
  readonly subject_id: string;
  readonly channel: string;
  readonly contact_hash: Buffer | null;
};

/** The ledger tells of messages that ended without a worker, and why. */
export function recordUnsent(tx: Tx, messages: readonly UnsentMessage[], why: string): void {
  for (const { id, purpose, subject_id: subjectId, channel, contact_hash: hash } of messages)
    recordConsentOfHashes(tx, {
      kind: 'message_not_sent',
      contactHashes: hash === null ? [] : [hash],
      subjectId,
      details: { message: id, purpose, channel, content_sha256: null, why },
    });
}
