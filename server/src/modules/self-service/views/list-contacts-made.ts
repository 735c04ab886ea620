import type { Ctx } from '#context';
import { listHoldIds } from '#modules/checkout';
import { type choices, getConsultation } from '#modules/consultations';
import { listMessages, type MessageView } from '#modules/customers';
import type { ContactMade } from './facts.ts';

/** A page has room for so many; a case has a few dozen. */
const listedMost = 60;
/** What providers and mail servers say of a message that did not arrive. */
const lost: readonly string[] = ['undelivered', 'failed', 'bounced'];

/** Every mail and text that left and every call that was made about a case, newest first. */
export async function listContactsMade(ctx: Ctx, { id, sourceId }: choices.Standing): Promise<ContactMade[]> {
  const [{ calls }, holdIds] = await Promise.all([getConsultation(ctx, id), listHoldIds(ctx, [id])]);
  const messages = (await Promise.all([id, sourceId, ...holdIds].map((subject) => listMessages(ctx, subject)))).flat();
  return [
    ...messages.filter(hasLeft).map(toContact),
    ...calls.map(({ called_at: at, outcome }) => ({
      at: new Date(at),
      channel: 'call' as const,
      about: outcome,
      arrived: true,
    })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, listedMost);
}

/** What was withdrawn or waits was no contact. */
const hasLeft = ({ state, finished_at: at }: MessageView): boolean => state === 'sent' && at !== null;

const toContact = ({
  finished_at: at,
  created_at: created,
  channel,
  purpose,
  provider_status: status,
}: MessageView) => ({
  at: new Date(at ?? created),
  channel: channel === 'text' ? ('text' as const) : ('email' as const),
  about: purpose,
  arrived: status === null || !lost.includes(status),
});
