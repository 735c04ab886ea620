// Owns what customers answer and staff write to them: replies to texts, stop links, messages from templates.
// Promises that a stop ends all contact with its commit, on every channel, and that every other reply is read by a person.
export { isAnswerWanted } from './inbox/inbox.ts';
export { isReplyRecent } from './stops/stops.ts';
export { isTemplateWanted } from './templates/templates.ts';
export { listReplies } from './inbox/inbox.ts';
export { listUnreadCounts } from './inbox/inbox.ts';
export { purgeReplies } from './inbox/inbox.ts';
export { recordMail } from './mail/mail.ts';
export { recordTextReply } from './stops/stops.ts';
export { replySchema, type ReplyView } from './schemas.ts';
export { personalData } from './personal-data.ts';
