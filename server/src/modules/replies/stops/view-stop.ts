import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import type { Stop } from '#lib/text/stop-link';
import { listContacts } from '#modules/consultations';

type StopView = {
  /** It says so itself, or the case does that it stops. Only cases of tests are ever removed. */
  readonly test: boolean;
  /** What the owner of the case chose before, and where a choice is stored; a contact may have several cases. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

/** What the page of a stop link needs beside the link. */
export async function viewStop(ctx: Ctx, stop: Stop): Promise<StopView> {
  if ('contacts' in stop) return { test: stop.contacts.test === true };
  const [found] = await listContacts(ctx, [stop.consultationId]);
  if (found === undefined) return { test: true };
  const chosen = { language: found.language, languageUrl: languageUrl(ctx, found.id) };
  return { test: found.contacts.test === true, chosen };
}
