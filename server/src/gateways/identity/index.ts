// The identity provider of the staff, by OpenID Connect: where a browser is sent, and who returned.
export { findIdentityGateway } from './openid.ts';
export type { IdentityGateway, Identity, SignInStart } from './port.ts';
