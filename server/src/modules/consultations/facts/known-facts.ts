import type { ConsultationRef, Submission, FoundFacts, FactSources } from './source-facts.ts';
import { traceFacts, type LookedUp, type SourcedFacts, type StaffSaid, type Statements } from './facts.ts';
import { type FactsRow, findFactsRow } from './store.ts';
import type { Ctx } from '#context';
import { statedAad } from './rules.ts';
import { notFound } from '#platform/errors';

/** All known facts of a case, for any module of origin. */
export async function getKnownFacts(ctx: Ctx, sources: FactSources, consultationId: string): Promise<KnownFacts> {
  const ref = await sources.find(ctx, consultationId);
  const [submission, row] = await Promise.all([
    sources.of[ref.origin].find(ctx, ref.sourceId),
    findFactsRow(ctx.db, consultationId),
  ]);
  if (submission === undefined) throw notFound('No case has this id.');
  const person = decryptStated(ctx, { consultationId, sealedPerson: row?.sealedPerson });
  return toKnownFacts(ref, submission, { row, person });
}

type SealedStated = { readonly consultationId: string; readonly sealedPerson: Buffer | null | undefined };

/** What the team stated about the customer of a case. */
export const decryptStated = (
  { vault }: Pick<Ctx, 'vault'>,
  { consultationId, sealedPerson }: SealedStated,
): StaffSaid => (sealedPerson ? (JSON.parse(vault.decrypt(sealedPerson, statedAad(consultationId))) as StaffSaid) : {});

/** All known facts of one case. */
export type KnownFacts = {
  readonly case: ConsultationRef;
  readonly submission: Submission;
  readonly version: number;
  readonly kept: FoundFacts;
  /** What the team stated about the customer. */
  readonly person: StaffSaid;
};

export function toKnownFacts(
  ref: ConsultationRef,
  submission: Submission,
  { row, person }: { readonly row: FactsRow | undefined; readonly person: StaffSaid },
): KnownFacts {
  const kept = submission.kept ?? { lookedUp: row?.found ?? {}, preliminary: row?.preliminary ?? undefined };
  return { case: ref, submission, version: row?.version ?? 0, kept, person: inForce(person, submission) };
}

/** A number that the team stated no longer counts once it was removed as wrong or replaced by the customer. */
function inForce({ phone, email, ...person }: StaffSaid, { called }: Submission): StaffSaid {
  return {
    ...person,
    ...(phone === undefined || (phone.value ?? undefined) !== called.phone ? {} : { phone }),
    ...(email === undefined || (email.value ?? undefined) !== called.email ? {} : { email }),
  };
}

/** All statements about a case, for the one rule of precedence. */
const statementsOf = ({ submission: { sent, sentBy, called }, kept, person }: KnownFacts): Statements => ({
  sent: { ...sent, ...called },
  sentBy,
  lookedUp: withStatedal(kept.lookedUp, person),
});

const withStatedal = (lookedUp: LookedUp, person: StaffSaid): LookedUp => ({
  ...lookedUp,
  staff: { ...lookedUp.staff, ...person },
});

export const factsOf = (known: KnownFacts): SourcedFacts => traceFacts(statementsOf(known));
