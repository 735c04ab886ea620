import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { CallContact } from '../facts.ts';
import { encryptContact } from '../contacts/encrypt-contact.ts';
import { toStoredParts } from '../money-rules.ts';
import { reachedPauseS } from '../rules.ts';
import type { NewConsultation } from '../store.ts';

export type CreateConsultation = {
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly priority: boolean;
  /** Comes before those of anonymous agents. Institutions have an account, so theirs do whatever is said here. */
  readonly registered?: boolean;
  /** The customer's contact is proven from the beginning. */
  readonly proven?: boolean;
  /** A sandbox consultation, which is hidden from the board unless asked for. */
  readonly test?: boolean;
  /** When it expires unless its customer confirms; without it, it stays open until it is closed. */
  readonly endsAt?: Date;
  /** Nobody is to be called before the next day: the customer has just been spoken to. */
  readonly spokenTo?: boolean;
  /** Whom to call and where they are; `updateContact` applies later changes of the source. */
  readonly contact: CallContact;
  /** What is known of the insurer's first offer. */
  readonly offer?: OfferParts | undefined;
};

export function toNewConsultation(
  tx: Tx,
  {
    source,
    sourceId,
    priority,
    registered = false,
    proven = false,
    test = false,
    endsAt,
    spokenTo,
    contact,
    offer,
  }: CreateConsultation,
): NewConsultation {
  const now = tx.clock.now();
  const id = newId('con', now);
  return {
    id,
    source,
    sourceId,
    priority,
    test,
    openedAt: now,
    endsAt: endsAt ?? null,
    dueAt: spokenTo === true ? addSeconds(now, reachedPauseS) : null,
    registered,
    provenAt: proven ? now : null,
    offer: toStoredParts(offer ?? {}),
    ...encryptContact(tx, { id, test }, contact),
  };
}
