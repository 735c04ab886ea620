// Email: one port, implemented by SMTP. Tests use real SMTP servers, so there is no double.
export type { MailGateway } from './port.ts';
export { createMail } from './create-mail.ts';
