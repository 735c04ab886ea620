import type { Ctx, Tx } from '#context';
import { contactHashes, queueNames } from '#lib/text/contacts';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { recipientNames } from '#modules/customers';
import type { DataSubject } from '#platform/personal-data';
import { nobodyFound } from './errors.ts';
import type { Scope } from './schemas.ts';
import {
  listCases,
  listLiveSources,
  listRelatedIds,
  listSourcesByContact,
  listSourcesByName,
  listStoredContacts,
  type FoundConsultation,
} from './store.ts';

export type FoundSubject = DataSubject & {
  /** Intakes, referrals and enrollments. */
  readonly sourceIds: readonly string[];
  readonly cases: readonly FoundConsultation[];
};

/** A person by an address or a number, or one case by any of its names; without a match there are no ids. */
export async function findDataSubject(ctx: Ctx | Tx, name: string): Promise<FoundSubject> {
  const contact = readContact(name);
  const sourceIds =
    contact === undefined
      ? await listSourcesByName(ctx.db, name)
      : await listSourcesByContact(ctx.db, [contact], hashesOf(ctx, [contact]));
  const contacts = [...new Set([...(contact === undefined ? [] : [contact]), ...(await listOwn(ctx, sourceIds))])];
  const hashes = hashesOf(ctx, contacts);
  const cases = await listCases(ctx.db, sourceIds);
  const caseIds = cases.map(({ id }) => id);
  const related = await listRelatedIds(ctx.db, { sourceIds, caseIds, hashes });
  return { sourceIds, cases, contacts, hashes, ids: [...sourceIds, ...caseIds, ...related] };
}

/**
 * Contacts that no other case has: data stored under them alone is about this person. A test's contacts may be
 * anyone's: they find only the test itself.
 */
async function listOwn(ctx: Ctx | Tx, sourceIds: readonly string[]): Promise<string[]> {
  const stored = await listStoredContacts(ctx.db, await listLiveSources(ctx.db, sourceIds));
  const found = stored.flatMap(({ email, phone }) => [
    ...(email === null ? [] : [normalizeEmail(email)]),
    ...(phone === null ? [] : [normalizePhone(phone) ?? phone]),
  ]);
  const own: string[] = [];
  for (const contact of new Set(found)) {
    // A sandbox case with the same contact does not make it another person's.
    const others = await listLiveSources(
      ctx.db,
      await listSourcesByContact(ctx.db, [contact], hashesOf(ctx, [contact])),
    );
    if (others.every((id) => sourceIds.includes(id))) own.push(contact);
  }
  return own;
}

const readContact = (name: string): string | undefined =>
  isEmail(name.trim()) ? normalizeEmail(name.trim()) : normalizePhone(name.trim());

/** Under every key of the ring and every name: as a customer, in the sandbox too, in the queue, and as a recipient. */
const hashesOf = (ctx: Pick<Ctx, 'vault'>, contacts: readonly string[]): Buffer[] =>
  contacts.flatMap((contact) => {
    const one = contact.includes('@') ? { email: contact, phone: undefined } : { email: undefined, phone: contact };
    const names = [...queueNames(one), ...recipientNames(one)];
    return [
      ...contactHashes(ctx, one),
      ...contactHashes(ctx, { ...one, test: true }),
      ...names.flatMap((name) => ctx.vault.fingerprints(name)),
    ];
  });

type ResolvedScope = {
  readonly found: FoundConsultation;
  readonly sourceIds: readonly string[];
  readonly scopes: readonly Scope[];
  /** The search terms for everything in the scope. An erased case has no contact, and is found by itself. */
  readonly name: string;
};

/** The search terms for an erasure or export requested on a case page. */
export async function resolveScope(
  ctx: Pick<Ctx, 'db'>,
  { consultationId, scope }: { readonly consultationId: string; readonly scope: Scope },
): Promise<ResolvedScope> {
  const sourceIds = await listSourcesByName(ctx.db, consultationId);
  const found = (await listCases(ctx.db, sourceIds)).find(({ id }) => id === consultationId);
  if (found === undefined) throw nobodyFound();
  // A test case may name anyone: it is not matched by address, so that it reaches nothing live.
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
