// Text messages: one port, Twilio's HTTP API behind it. Tests run the adapter against a local double of that API.
export { textReplyPath, textStatusPath, type ProviderRequest, type Text, type TextGateway } from './port.ts';
export { createText } from './twilio.ts';
