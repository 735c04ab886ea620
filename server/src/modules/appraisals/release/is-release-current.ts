import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findCurrent } from '../rules.ts';
import { listVersions } from '../store.ts';

/**
 * The link is sent only while its version is the one that counts, the owner has not stopped contact about the case, and
 * a text's number is still theirs.
 */
export async function isReleaseCurrent(ctx: Ctx, { subjectId, subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const [versionId, contact] = subjectVersion.split(' ');
  const [versions, cases] = await Promise.all([listVersions(ctx.db, subjectId), listContacts(ctx, [subjectId])]);
  if (findCurrent(versions)?.id !== versionId) return false;
  const isTheirs = (contacts: Contacts) => contact === undefined || hasContactVersion(ctx, contacts, contact);
  return cases.some(({ hasStopped, contacts }) => !hasStopped && isTheirs(contacts));
}
