import type { Ctx } from '#context';
import { addressNetwork } from '#lib/network/address';
import { canonicalMailbox } from '#lib/text/email';
import type { Limit } from '#platform/limits';
import { linkNotFound } from './errors.ts';

const day = { windowS: 86_400, whenStoreIsGone: 'refuse' } as const;

/** An office that tries it out together, and no more. */
const ofNetwork: Limit = { name: 'portal-mail-network', points: 20, ...day };

/** To one mailbox from one network: a link that got lost, asked for again, and once more. */
const ofPair: Limit = { name: 'portal-mail-pair', points: 5, ...day };

/** To one mailbox from everywhere. More than from one network, so that a neighbour cannot use up what its owner needs. */
const ofMailbox: Limit = { name: 'portal-mail-mailbox', points: 20, ...day };

/** Mails that strangers cause in a day, all together. */
const ofAll: Limit = { name: 'portal-mail-all', points: 2000, ...day };

type Asked = { readonly what: 'sign-up' | 'reset'; readonly email: string; readonly address: string };

/** Counts a mail that anybody can cause, before it is known whether the address has an account. */
export async function countMail({ limits, vault }: Ctx, { what, email, address }: Asked): Promise<void> {
  // By fingerprints: counters are no place for addresses.
  const keyOf = (text: string) => vault.fingerprint(`portal-mail/${what}/${text}`).toString('hex');
  const [network, mailbox] = [addressNetwork(address), canonicalMailbox(email)];
  await limits.consume(ofNetwork, keyOf(network));
  await limits.consume(ofPair, keyOf(`${network}/${mailbox}`));
  await limits.consume(ofMailbox, keyOf(mailbox));
  await limits.consume(ofAll, what);
}

/** Links that do not exist, by address: they cannot be guessed, and whoever tries should not cost much. */
const unknownLinks: Limit = { name: 'portal-links', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

export async function refuseUnknownLink({ limits }: Ctx, address: string): Promise<never> {
  await limits.consume(unknownLinks, address);
  throw linkNotFound();
}

/** Invitations of one institution in a day: a new sandbox must not become a way to write to strangers. */
export const invitationsPerDay: Limit = { name: 'portal-invitations', points: 50, ...day };

/** Resets of one user's authenticator in a day: each mails them. */
export const resetsOfUserPerDay: Limit = { name: 'portal-authenticator-resets', points: 5, ...day };

export const invitationsOpenMax = 100;
