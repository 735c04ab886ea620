import type { Ctx, Tx } from '#context';
import { type ReplyContent, replyAad } from './facts.ts';
import type { ReplyRow } from './store.ts';

export const decryptReply = (
  { vault }: Pick<Ctx | Tx, 'vault'>,
  { id, sealed_content: sealed }: Pick<ReplyRow, 'id' | 'sealed_content'>,
): ReplyContent => JSON.parse(vault.decrypt(sealed, replyAad(id))) as ReplyContent;
