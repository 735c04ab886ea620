import type { Ctx } from '#context';
import type { EndpointNotice } from './compose-warning.ts';
import { findWarnedEndpoint } from './health-store.ts';

type Warning = {
  readonly purpose: string;
  readonly subjectId: string;
  /** Since when the endpoint fails, as the warning says. */
  readonly subjectVersion: string | undefined;
};

const failing: EndpointNotice['purpose'] = 'webhooks.endpoint-failing';

/**
 * That an endpoint fails holds until it answers, is switched off or goes, or its institution is suspended; what was given up stays given up, and can be
 * sent again as long as there is where to.
 */
export async function isWarningTrue(ctx: Ctx, { purpose, subjectId, subjectVersion }: Warning): Promise<boolean> {
  const endpoint = await findWarnedEndpoint(ctx.db, subjectId);
  if (endpoint?.listening !== true) return false;
  if (purpose !== failing) return true;
  const since = endpoint.failing_since?.toISOString();
  // What was queued before warnings said since when has no version.
  return since !== undefined && (subjectVersion === undefined || subjectVersion === since);
}
