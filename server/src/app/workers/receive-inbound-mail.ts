import type { Ctx } from '#context';
import { receiveMail } from '#gateways/inbound-mail';
import { findAddressTag } from '#lib/text/tagged-address';
import { recordMail } from '#modules/replies';
import type { ClockWatch, Loop } from '#platform/jobs';

/**
 * Mail to us, as long as this process runs; nothing where no address is set to receive it at. While the clock is off the
 * mail server is asked to try again, because when somebody wrote decides what the mail means.
 */
export async function receiveInboundMail(ctx: Ctx, clock: Pick<ClockWatch, 'isInSync'>): Promise<Loop> {
  const { inboundMail } = ctx.config;
  if (inboundMail?.lmtp === undefined) return { stop: async () => undefined };
  const { domain, lmtp } = inboundMail;
  return receiveMail({
    listen: lmtp,
    isOurs: (to) => findAddressTag(ctx, to, domain) !== undefined,
    deliver: async (to, mail) => {
      if (!clock.isInSync()) throw new Error('the clock is off');
      return recordMail(ctx, to, mail);
    },
    failed: (error) => ctx.log.warn({ err: error }, 'replies.mail-not-stored'),
  });
}
