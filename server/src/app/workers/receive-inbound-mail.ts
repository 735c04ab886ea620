import type { Ctx } from '#context';
import { receiveMail } from '#gateways/inbound-mail';
import { findAddressTag } from '#lib/text/tagged-address';
import { recordMail } from '#modules/replies';
import type { Loop } from '#platform/jobs';

/** Mail to us, as long as this process runs; nothing where no address is set to receive it at. */
export async function receiveInboundMail(ctx: Ctx): Promise<Loop> {
  const { inboundMail } = ctx.config;
  if (inboundMail?.lmtp === undefined) return { stop: async () => undefined };
  const { domain, lmtp } = inboundMail;
  return receiveMail({
    listen: lmtp,
    isOurs: (to) => findAddressTag(ctx, to, domain) !== undefined,
    deliver: (to, mail) => recordMail(ctx, to, mail),
    failed: (error) => ctx.log.warn({ err: error }, 'replies.mail-not-stored'),
  });
}
