import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findCheckoutLinks } from './find-checkout-links.ts';

/**
 * The link is sent while its checkout is valid and still offers something, the case is open and its owner has not
 * stopped contact; by text only while the number is theirs.
 */
export async function isCheckoutLinkWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const [links, ofCase] = await Promise.all([findCheckoutLinks(ctx, subjectId), listContacts(ctx, [subjectId])]);
  if (links.researchUrl === null && links.representationUrl === null) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return ofCase.some(({ isOpen, hasStopped, contacts }) => isOpen && !hasStopped && isCurrent(contacts));
}
