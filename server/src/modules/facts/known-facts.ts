import type { ConsultationRef, Submission, FoundFacts } from './source-facts.ts';
import { traceFacts, type LookedUp, type SourcedFacts, type StaffSaid, type Statements } from './facts.ts';
import type { FactsRow } from './store.ts';

/** Everything that is known of one case. */
export type KnownFacts = {
  readonly case: ConsultationRef;
  readonly submission: Submission;
  readonly version: number;
  readonly kept: FoundFacts;
  /** What the team stated about the person. */
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

/** A number that the team stated and that was struck since, or replaced by the customer, is no statement any more. */
function inForce({ phone, email, ...person }: StaffSaid, { called }: Submission): StaffSaid {
  return {
    ...person,
    ...(phone === undefined || (phone.value ?? undefined) !== called.phone ? {} : { phone }),
    ...(email === undefined || (email.value ?? undefined) !== called.email ? {} : { email }),
  };
}

/** All that was said about a case, for the one rule of precedence. */
export const statementsOf = ({ submission: { sent, sentBy, called }, kept, person }: KnownFacts): Statements => ({
  sent: { ...sent, ...called },
  sentBy,
  lookedUp: withStatedal(kept.lookedUp, person),
});

const withStatedal = (lookedUp: LookedUp, person: StaffSaid): LookedUp => ({
  ...lookedUp,
  staff: { ...lookedUp.staff, ...person },
});

export const factsOf = (known: KnownFacts): SourcedFacts => traceFacts(statementsOf(known));
