// Mail to us: one shape of a received mail, delivered over LMTP or by a provider's webhook.
export { receiveMail, type LmtpAddress, type LmtpServer } from './lmtp.ts';
export { mailBytesMax, type ReceivedMail } from './port.ts';
export { readMail } from './read-mail.ts';
