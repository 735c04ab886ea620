import type { Ctx } from '#context';
import { hasContactVersion } from '#lib/text/contacts';
import type { MessageSubject } from '#modules/customers';
import { findTemplateState } from './find-template-state.ts';
import { isTrue, purposes, templateNames, whyNobody } from './template-rules.ts';

/**
 * A message from a template leaves only while the case is open, its owner has not stopped contact, the contact is still
 * theirs, and what it says is so: whoever was reached since is not told that they were not.
 */
export async function isTemplateWanted(
  ctx: Ctx,
  { purpose, subjectId, subjectVersion }: MessageSubject,
): Promise<boolean> {
  const name = templateNames.find((one) => purposes[one] === purpose);
  const state = await findTemplateState(ctx, subjectId);
  const { email, phone, test } = state;
  const isCurrent = subjectVersion === undefined || hasContactVersion(ctx, { email, phone, test }, subjectVersion);
  return name !== undefined && isCurrent && whyNobody(state) === undefined && isTrue(name, state);
}
