import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { findRedemption } from './store.ts';

/** Whose plan covers a member, and since when, for the member's own page. */
export type MemberStory = { readonly institution: string; readonly askedAt: Date };

export async function findMemberStory(ctx: Ctx, redemptionId: string): Promise<MemberStory | undefined> {
  const redemption = await findRedemption(ctx.db, redemptionId);
  if (redemption === undefined) return undefined;
  const { name: institution } = await getInstitution(ctx, redemption.institutionId);
  return { institution, askedAt: redemption.createdAt };
}
