import type { Ctx } from '#context';
import { addressNetwork } from '#lib/network/address';
import { canonicalMailbox } from '#lib/text/email';
import type { Limit } from '#platform/limits';
import { linkNotFound } from './errors.ts';

const day = { windowS: 86_400, whenStoreIsGone: 'refuse' } as const;

/** Enough for an office that tries the portal together. */
const ofNetwork: Limit = { name: 'portal-mail-network', points: 20, ...day };

/** To one mailbox from one network: enough for a lost link requested again, and one more. */
const ofPair: Limit = { name: 'portal-mail-pair', points: 5, ...day };

/**
 * To one mailbox from all networks. Higher than the limit per network, so that one network cannot use up what the mailbox's
 * owner needs.
 */
const ofMailbox: Limit = { name: 'portal-mail-mailbox', points: 20, ...day };

/** All emails per day that unauthenticated clients can cause. */
const ofAll: Limit = { name: 'portal-mail-all', points: 2000, ...day };

type Asked = { readonly what: 'sign-up' | 'reset'; readonly email: string; readonly address: string };

/** Counts an email that anyone can cause, before checking whether the address has an account. */
export async function countMail({ limits, vault }: Ctx, { what, email, address }: Asked): Promise<void> {
  // Counters store fingerprints, never addresses.
  const keyOf = (text: string) => vault.fingerprint(`portal-mail/${what}/${text}`).toString('hex');
  const [network, mailbox] = [addressNetwork(address), canonicalMailbox(email)];
  await limits.consume(ofNetwork, keyOf(network));
  await limits.consume(ofPair, keyOf(`${network}/${mailbox}`));
  await limits.consume(ofMailbox, keyOf(mailbox));
  await limits.consume(ofAll, what);
}

/** Requests per address for links that do not exist. Links cannot be guessed; this keeps attempts cheap for us. */
const unknownLinks: Limit = { name: 'portal-links', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

export async function refuseUnknownLink({ limits }: Ctx, address: string): Promise<never> {
  await limits.consume(unknownLinks, address);
  throw linkNotFound();
}

/** Invitations per institution and day, so that a new sandbox cannot be used to send unsolicited email. */
export const invitationsPerDay: Limit = { name: 'portal-invitations', points: 50, ...day };

/** Resets of one user's authenticator per day, since each sends an email. */
export const resetsOfUserPerDay: Limit = { name: 'portal-authenticator-resets', points: 5, ...day };

export const invitationsOpenMax = 100;
