// Owns what customers answer and staff write to them: replies to texts, stop links, messages from templates.
// Promises that a stop ends all contact with its commit, on every channel, and that every other reply is read by a person.
export { isAnswerWanted } from './inbox/is-answer-wanted.ts';
export { isReplyRecent } from './stops/is-reply-recent.ts';
export { isTemplateWanted } from './templates/is-template-wanted.ts';
export { listReplies } from './inbox/list-replies.ts';
export { listUnreadCounts } from './inbox/list-unread-counts.ts';
export { purgeReplies } from './inbox/purge-replies.ts';
export { recordMail } from './mail/record-mail.ts';
export { recordTextReply } from './stops/record-text-reply.ts';
export { replySchema, type ReplyView } from './schemas.ts';
export { personalData } from './personal-data.ts';
