// Owns what customers answer: replies to texts, stop links, and what of them a staff member has to read.
// Promises that a stop ends all contact with its commit, on every channel, and that every other reply is read by a person.
export { isAnswerWanted } from './inbox/is-answer-wanted.ts';
export { isReplyRecent } from './stops/is-reply-recent.ts';
export { listReplies } from './inbox/list-replies.ts';
export { listUnreadCounts } from './inbox/list-unread-counts.ts';
export { purgeReplies } from './inbox/purge-replies.ts';
export { recordTextReply } from './stops/record-text-reply.ts';
export { replySchema, type ReplyView } from './schemas.ts';
