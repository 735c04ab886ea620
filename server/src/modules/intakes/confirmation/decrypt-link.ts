import type { Vault } from '#platform/crypto';
import { linkAad } from './rules.ts';

export const decryptLink = ({ vault }: { vault: Vault }, intakeId: string, encrypted: Buffer): string =>
  vault.decrypt(encrypted, linkAad(intakeId));
