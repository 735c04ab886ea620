// Inbound email: one type for a received email, delivered over LMTP or by a provider's webhook.
export { receiveMail, type LmtpAddress, type LmtpServer } from './lmtp.ts';
export { mailBytesMax, type ReceivedMail } from './port.ts';
export { readMail } from './read-mail.ts';
