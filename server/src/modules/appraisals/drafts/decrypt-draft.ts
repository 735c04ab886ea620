import type { Ctx } from '#context';
import { appraisalAad } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import type { Appraisal } from '../store.ts';

/** What the draft says; undefined where there is none. */
export function decryptDraft(
  { vault }: Pick<Ctx, 'vault'>,
  appraisal: Appraisal | undefined,
): AppraisalInputs | undefined {
  if (appraisal?.encryptedDraft === undefined) return undefined;
  return JSON.parse(vault.decrypt(appraisal.encryptedDraft, appraisalAad(appraisal.id, 'draft'))) as AppraisalInputs;
}
