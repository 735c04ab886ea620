import type { Ctx } from '#context';
import { hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';

/** The link is sent while its contact is on the case and has not stopped contact; a closed case has papers to look at. */
export async function isPageLinkWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const ofCase = await listContacts(ctx, [subjectId]);
  return ofCase.some(
    ({ hasStopped, contacts }) =>
      !hasStopped && subjectVersion !== undefined && hasContactVersion(ctx, contacts, subjectVersion),
  );
}
