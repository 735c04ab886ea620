import type { Ctx } from '#context';
import { getMe } from '#modules/agents';
import { agentDeliveries } from '#modules/webhooks';

/** Whether the operator gets mails about the webhook, and where, as far as it may be shown. */
export async function getSettings(ctx: Ctx): Promise<{ mail_on_failure: boolean; mail_to: string }> {
  const [mailOnFailure, { operator }] = await Promise.all([agentDeliveries.hasMailOnFailure(ctx), getMe(ctx)]);
  return { mail_on_failure: mailOnFailure, mail_to: operator.email_masked };
}
