import type { Checkout } from '../store.ts';
import { type Vaulted, checkoutAad } from './link-rules.ts';

export const decryptToken = ({ vault }: Vaulted, { id, encryptedToken }: Checkout): string =>
  vault.decrypt(encryptedToken, checkoutAad(id, 'token'));
