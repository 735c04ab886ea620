// Owns customers' replies and staff messages: replies to texts, stop links, messages from templates. Promises that a
// stop ends all contact with its commit, on every channel, and that a person reads every other reply.
export { isAnswerWanted, listReplies, listUnreadCounts, purgeReplies } from './inbox/inbox.ts';
export { recordMail } from './mail/mail.ts';
export { personalData } from './personal-data.ts';
export { replySchema, type ReplyView } from './schemas.ts';
export { isReplyRecent, recordTextReply } from './stops/stops.ts';
export { isTemplateWanted } from './templates/templates.ts';
