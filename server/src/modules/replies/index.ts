// Owns what customers answer and staff write to them: replies to texts, stop links, messages from templates.
// Promises that a stop ends all contact with its commit, on every channel, and that every other reply is read by a person.
export { isAnswerWanted, listReplies, listUnreadCounts, purgeReplies } from './inbox/inbox.ts';
export { recordMail } from './mail/mail.ts';
export { personalData } from './personal-data.ts';
export { replySchema, type ReplyView } from './schemas.ts';
export { isReplyRecent, recordTextReply } from './stops/stops.ts';
export { isTemplateWanted } from './templates/templates.ts';
