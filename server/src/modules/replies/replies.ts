import type { Ctx, Tx } from '#context';
import { storedHashes, type Contacts } from '#lib/text/contacts';
import { recordConsent } from '#modules/ledger';
import { textLane } from '#platform/parsing';
import { replyAad, type ReplyContent } from './facts.ts';
import type { parse } from './reply-parser.ts';
import type { ReplyKind } from './reply-rules.ts';
import { insertReply, type ReplyRow } from './store.ts';

export const decryptReply = (
  { vault }: Pick<Ctx | Tx, 'vault'>,
  { id, encrypted_content: sealed }: Pick<ReplyRow, 'id' | 'encrypted_content'>,
): ReplyContent => JSON.parse(vault.decrypt(sealed, replyAad(id))) as ReplyContent;

type NewReply = {
  readonly id: string;
  /** The sender's contacts; undefined when only a case is known. */
  readonly contacts: Contacts | undefined;
  readonly channel: ReplyRow['channel'];
  readonly kind: ReplyKind;
  readonly words: string;
  readonly cases: readonly string[];
  readonly answer?: 'stop_confirmed' | 'help' | undefined;
  /** The provider's or the sender's id, by which a second delivery is recognized. */
  readonly providerId?: string | undefined;
  /** The stated sender, if it is not a contact of the case. */
  readonly from?: string | undefined;
};

/** Replies that are fully handled; staff read the rest. */
const needsNobody: ReadonlySet<ReplyKind> = new Set(['stop', 'start', 'help']);

/** Stores a reply, encrypted, and enters it in the ledger of its contact. */
export function insertContent(tx: Tx, reply: NewReply): void {
  const { id, contacts, channel, kind, words, cases } = reply;
  const now = tx.clock.now();
  const content: ReplyContent = { from: contacts?.phone ?? contacts?.email ?? reply.from, words };
  insertReply(tx.db, {
    id,
    contact_hash: contacts === undefined ? null : (storedHashes(tx, contacts)[0] ?? null),
    channel,
    understood_as: kind,
    encrypted_content: tx.vault.encrypt(JSON.stringify(content), replyAad(id)),
    provider_id: reply.providerId?.slice(0, 64) ?? null,
    case_ids: [...cases],
    answered_with: reply.answer ?? null,
    received_at: now,
    read_at: needsNobody.has(kind) ? now : null,
  });
  if (contacts === undefined || (channel !== 'text' && channel !== 'email')) return;
  recordConsent(tx, { kind: 'replied', contacts, details: { reply_id: id, channel, understood_as: kind, words } });
}

const inTurn = textLane.parser<typeof parse>(new URL('reply-parser.ts', import.meta.url));

/** How a reply is classified. One that takes too long to classify counts as a stop until a staff member checks it. */
export const understandReply = (ctx: Pick<Ctx, 'log'>, words: string): Promise<ReplyKind> =>
  inTurn({ owner: 'replies' }, (parseReply) => parseReply(words)).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'replies.not-understood');
    return 'ask';
  });
