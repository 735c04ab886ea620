// Email: one port, SMTP behind it. Tests use real SMTP servers, so there is no double.
export type { Mail, MailGateway } from './port.ts';
export { createMail } from './smtp.ts';
