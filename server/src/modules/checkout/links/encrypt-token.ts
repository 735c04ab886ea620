import { type Vaulted, checkoutAad } from './link-rules.ts';

export const encryptToken = ({ vault }: Vaulted, checkoutId: string, token: string) => ({
  token_hash: vault.fingerprint(token, 'token'),
  sealed_token: vault.encrypt(token, checkoutAad(checkoutId, 'token')),
});
