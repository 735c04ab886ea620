// Identity providers of staff and of institutions, by OpenID Connect: where a browser is sent, and who returned.
export { createIdentityGateway, findIdentityGateway } from './create-identity.ts';
export type { IdentityFetch, IdentityGateway, IdentityProvider, Identity, SignInStart } from './port.ts';
