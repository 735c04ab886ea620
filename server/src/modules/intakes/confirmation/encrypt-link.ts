import type { Vault } from '#platform/crypto';
import { linkAad } from './rules.ts';

export const encryptLink = ({ vault }: { vault: Vault }, intakeId: string, token: string) => ({
  hash: vault.fingerprint(token, 'token'),
  encrypted: vault.encrypt(token, linkAad(intakeId)),
});
