// The identity provider of the team, by OpenID Connect: where a browser is sent, and who came back.
export { identityOf } from './openid.ts';
export type { IdentityGateway, Identity, SignInStart } from './port.ts';
