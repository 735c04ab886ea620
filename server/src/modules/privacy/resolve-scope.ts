import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { nobodyFound } from './errors.ts';
import type { Scope } from './schemas.ts';
import { listCases, listSourcesByName, listStoredContacts, type FoundConsultation } from './store.ts';

type ResolvedScope = {
  readonly found: FoundConsultation;
  readonly sourceIds: readonly string[];
  readonly scopes: readonly Scope[];
  /** What everything of the scope is found by. Once a case is erased it has no contact, and is found by itself. */
  readonly name: string;
};

/** By what everything is found that is asked for on the page of a case. */
export async function resolveScope(
  ctx: Pick<Ctx, 'db'>,
  { consultationId, scope }: { readonly consultationId: string; readonly scope: Scope },
): Promise<ResolvedScope> {
  const sourceIds = await listSourcesByName(ctx.db, consultationId);
  const found = (await listCases(ctx.db, sourceIds)).find(({ id }) => id === consultationId);
  if (found === undefined) throw nobodyFound();
  // A test case names anybody: whose address it has is not asked, so that it reaches nothing live.
  const stored = found.test ? [] : await listStoredContacts(ctx.db, sourceIds);
  const email = stored.flatMap((one) => (one.email ? [normalizeEmail(one.email)] : []))[0];
  const phone = stored.flatMap((one) => (one.phone ? (normalizePhone(one.phone) ?? []) : []))[0];
  const contacts = { case: undefined, email, phone };
  return {
    found,
    sourceIds,
    scopes: [
      'case',
      ...(email === undefined ? [] : (['email'] as const)),
      ...(phone === undefined ? [] : (['phone'] as const)),
    ],
    name: contacts[scope] ?? consultationId,
  };
}
