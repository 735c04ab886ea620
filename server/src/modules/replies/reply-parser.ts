// Runs in a parser thread: understands a reply by its words.
import { decideReply, type ReplyKind } from './reply-rules.ts';

export const parse = (words: string): ReplyKind => decideReply(words);
