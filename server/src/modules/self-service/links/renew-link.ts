import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { addDays, addSeconds } from '#lib/time/dates';
import { choices } from '#modules/consultations';
import { listMessages, messagePurposes, queueMessage } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { composePageLink } from './compose-page-link.ts';
import { renewals } from './rules.ts';

type RenewLink = {
  readonly consultationId: string;
  readonly language: Language;
  /** Whether this is the contact that the earlier link was for; it gets the new one if it is still on the case. */
  readonly isFor: (contacts: Contacts) => boolean;
};

/**
 * Sends a new link to one contact that is on the case now; those from before end when it has left. It says nothing of what it did:
 * whoever asks may be anybody.
 */
export async function renewLink(ctx: Ctx, { consultationId, language, isFor }: RenewLink): Promise<void> {
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`self-service/link/${consultationId}`]);
    const standing = await choices.findStanding(tx, consultationId);
    if (standing === undefined || !standing.isProven || standing.hasStopped || !(await isDue(tx, consultationId)))
      return;
    const contacts = chooseContact(standing, { isFor, texts: tx.text.configured });
    const message =
      contacts && composePageLink(tx, { consultationId, contacts, language: standing.language ?? language });
    if (message === undefined) return;
    queueMessage(tx, message);
  });
}

async function isDue(tx: Tx, consultationId: string): Promise<boolean> {
  const now = tx.clock.now();
  const sent = (await listMessages(tx, consultationId))
    .filter(({ purpose }) => purpose === messagePurposes.pageLink)
    .map(({ created_at: at }) => new Date(at));
  if (sent.some((at) => now < addSeconds(at, renewals.pauseS))) return false;
  return sent.filter((at) => at > addDays(now, -1)).length < renewals.perDay;
}

/** The contact of the earlier link, else the address, else the number; none by a way that the customer stopped or we do not have. */
function chooseContact(
  { contacts, stoppedChannels }: choices.Standing,
  { isFor, texts }: Pick<RenewLink, 'isFor'> & { readonly texts: boolean },
): Contacts | undefined {
  const { email, phone, test = false } = contacts;
  const mail: Contacts[] =
    email === undefined || stoppedChannels.includes('email') ? [] : [{ email, phone: undefined, test }];
  const text: Contacts[] =
    phone === undefined || !texts || stoppedChannels.includes('text') ? [] : [{ email: undefined, phone, test }];
  const usable = [...mail, ...text];
  return usable.find(isFor) ?? usable[0];
}
