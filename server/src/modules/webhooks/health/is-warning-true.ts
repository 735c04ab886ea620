import type { Ctx } from '#context';
import { warningPurposes } from './rules.ts';
import { findWarnedEndpoint } from './store.ts';

type Warning = {
  readonly purpose: string;
  readonly subjectId: string;
  /** Since when the endpoint fails, according to the warning. */
  readonly subjectVersion: string | undefined;
};

/**
 * A warning about failing is true until the endpoint answers, is disabled or deleted, or its institution is suspended.
 * Exhausted deliveries stay exhausted, so that warning is true while the endpoint can receive a resend.
 */
export async function isWarningTrue(ctx: Ctx, { purpose, subjectId, subjectVersion }: Warning): Promise<boolean> {
  const endpoint = await findWarnedEndpoint(ctx.db, subjectId);
  if (endpoint?.listening !== true) return false;
  if (purpose !== warningPurposes.endpointFailing) return true;
  const since = endpoint.failing_since?.toISOString();
  // Warnings queued before they had a version have none.
  return since !== undefined && (subjectVersion === undefined || subjectVersion === since);
}
