import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { findZip } from '#modules/market';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import type { FactSources, FoundFacts, LockedSubmission } from './source-facts.ts';
import { decryptStated } from './decrypt-stated.ts';
import { enrichFacts, type EnrichedFacts } from './enrich-facts.ts';
import { consultationOver } from './errors.ts';
import { traceFacts, type LookedUp, type Sourced, type StaffSaid, type Statements } from './facts.ts';
import { getKnownFacts } from './get-known-facts.ts';
import { factsOf, toKnownFacts, type KnownFacts } from './known-facts.ts';
import { refreshPreliminary } from './refresh-preliminary.ts';
import { statedAad } from './rules.ts';
import { lockFactsRow, updateFactsRow } from './store.ts';

type LockedFacts = KnownFacts & { readonly submission: LockedSubmission };

/** What a change leaves behind beside what was found out. */
type Applied = { readonly version: number; readonly person: StaffSaid };

export type FactRefresh = {
  readonly consultationId: string;
  /** What is known now, given what was known before and what was submitted. */
  learn(known: LookedUp, submission: Pick<Statements, 'sent' | 'sentBy'>): LookedUp;
  /** Further writes or refusals in the same transaction, with origin and facts locked. */
  within?(tx: Tx, locked: LockedFacts): Promise<Applied | undefined>;
};

export type RefreshedFacts = { readonly before: KnownFacts; readonly after: KnownFacts };

/** A retry happens when somebody else changed the same case meanwhile; five in a row do not occur in practice. */
const triesMax = 5;

/** Stores what was found out about a case of any source, and reads the market again with it. */
export async function refreshFacts(ctx: Ctx, sources: FactSources, refresh: FactRefresh): Promise<RefreshedFacts> {
  for (let tries = 1; ; tries += 1) {
    const known = await getKnownFacts(ctx, sources, refresh.consultationId);
    const { submission, kept } = known;
    // Outside the transaction, because the market is searched; the case is therefore compared again inside.
    const enriched = await enrichFacts(ctx, { ...submission, lookedUp: refresh.learn(kept.lookedUp, submission) });
    const refreshed = await transact(ctx, async (tx) => {
      const followState = await sources.lockClaimState(tx, refresh.consultationId);
      const locked = await lockFacts(tx, sources, known);
      const overtaken = !isDeepStrictEqual(
        [locked.kept.lookedUp, locked.submission.sent],
        [kept.lookedUp, submission.sent],
      );
      if (overtaken && tries < triesMax) return undefined;
      const applied = (await refresh.within?.(tx, locked)) ?? locked;
      // What others found out is never lost, even when there is no time left to read the market with it.
      const last = overtaken ? relearn(locked, refresh, enriched) : enriched;
      const { report } = last.lookedUp;
      const offered = last.facts.offer_cents;
      if (report !== undefined && !isDeepStrictEqual(report, locked.kept.lookedUp.report))
        await sources.keepReportedValue(
          tx,
          refresh.consultationId,
          offered?.from === 'report' ? offered.value : undefined,
        );
      const after = await storeFacts(tx, { ...locked, ...applied }, last);
      followState(claimStateOf(after));
      return { before: locked, after };
    });
    if (refreshed !== undefined) return refreshed;
  }
}

/** Where the claim is, by two letters. */
function claimStateOf(known: KnownFacts): string | undefined {
  const { loss_state: state, zip } = factsOf(known);
  return state?.value.toUpperCase() ?? (zip && findZip(zip.value)?.state);
}

function relearn({ kept, submission }: KnownFacts, refresh: FactRefresh, enriched: EnrichedFacts): EnrichedFacts {
  const lookedUp = refresh.learn(kept.lookedUp, submission);
  return { ...enriched, lookedUp, facts: traceFacts({ ...submission, lookedUp }), read: undefined, readable: true };
}

/** After the checkout: the object of origin, then the facts, then the consultation (0024). */
async function lockFacts(tx: Tx, sources: FactSources, { case: ref }: KnownFacts): Promise<LockedFacts> {
  const { consultationId } = ref;
  const submission = await sources.of[ref.origin].lock(tx, ref.sourceId);
  if (submission === undefined) throw notFound('No case has this id.');
  const row = await lockFactsRow(tx.db, consultationId, tx.clock.now());
  if ((await sources.isClosed(tx, consultationId)) || submission.ended) throw consultationOver();
  const person = decryptStated(tx, { consultationId, sealedPerson: row.sealedPerson });
  return { ...toKnownFacts(ref, submission, { row, person }), submission };
}

/** What staff search by beside the submission itself, which they find where it is. */
const learned = (fact: Sourced<string> | undefined, { sentBy }: LockedSubmission): string | null =>
  fact === undefined || fact.from === sentBy ? null : fact.value;

async function storeFacts(tx: Tx, locked: LockedFacts, enriched: EnrichedFacts): Promise<KnownFacts> {
  const { consultationId } = locked.case;
  const { facts, lookedUp, read, readable } = enriched;
  const preliminary = readable
    ? await refreshPreliminary(tx, locked.kept.preliminary, { read, offerCents: facts.offer_cents?.value })
    : undefined;
  const kept: FoundFacts = { lookedUp, preliminary };
  const { submission, version, person } = locked;
  submission.keep?.(kept);
  const here = submission.keep === undefined;
  updateFactsRow(tx.db, {
    consultationId,
    version,
    found: here ? lookedUp : {},
    preliminary: here ? (preliminary ?? null) : null,
    sealedPerson:
      Object.keys(person).length === 0 ? null : tx.vault.encrypt(JSON.stringify(person), statedAad(consultationId)),
    vin: here ? learned(facts.vin, submission) : null,
    claimNumber: here ? learned(facts.claim_number, submission) : null,
    now: tx.clock.now(),
  });
  return { ...locked, kept };
}
