// Runs in a parser thread: classifies a reply by its text.
import { decideReply, type ReplyKind } from './reply-rules.ts';

export const parse = (words: string): ReplyKind => decideReply(words);
