// Text messages: one port, implemented by Twilio's HTTP API. Tests run the adapter against a local double of that API.
export {
  textReplyPath,
  textStatusPath,
  type ProviderRequest,
  type Text,
  type TextGateway,
  type TextReply,
} from './port.ts';
export { createText } from './twilio.ts';
