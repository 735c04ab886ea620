import type { Ctx } from '#context';
import type { StaffSaid } from './facts.ts';
import { statedAad } from './rules.ts';

type SealedStated = { readonly consultationId: string; readonly sealedPerson: Buffer | null | undefined };

/** What the team stated about the person of a case. */
export const decryptStated = (
  { vault }: Pick<Ctx, 'vault'>,
  { consultationId, sealedPerson }: SealedStated,
): StaffSaid => (sealedPerson ? (JSON.parse(vault.decrypt(sealedPerson, statedAad(consultationId))) as StaffSaid) : {});
