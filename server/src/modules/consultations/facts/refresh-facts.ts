import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import {
  findZip,
  computePreliminary,
  consumeAllowance,
  removeSnapshots,
  storeSnapshot,
  type MarketRead,
  type Preliminary,
} from '#modules/vehicles';
import { transact } from '#platform/db';
import { notFound, AppError } from '#platform/errors';
import type { FactSources, FoundFacts, LockedSubmission } from './source-facts.ts';
import { decryptStated, factsOf, toKnownFacts, type KnownFacts, getKnownFacts } from './known-facts.ts';
import { enrichFacts, type EnrichedFacts } from './enrich-facts.ts';
import { traceFacts, type LookedUp, type Sourced, type StaffSaid, type Statements } from './facts.ts';
import { statedAad } from './rules.ts';
import { lockFactsRow, updateFactsRow, listDueIds, updateDue, insertWanted } from './store.ts';
import { isInAgentSandbox } from '#actor';

/** The facts were changed concurrently. The response has the other change; the client still has its own. */
export const factsChanged = (current: object) =>
  new AppError('facts_changed', 'Somebody else changed these facts meanwhile. Look at both and save again.', {
    status: 409,
    details: { current },
  });

const consultationOver = () =>
  new AppError('invalid_state', 'This case is closed; its facts are not changed any more.', { status: 409 });

/** Requests a market read for a new case. `readDueMarkets` makes it soon, so that the institution does not have to wait. */
export function wantMarketRead(tx: Tx, consultationId: string): void {
  insertWanted(tx.db, consultationId, tx.clock.now());
}

type NewRead = { readonly read: MarketRead | undefined; readonly offerCents: number | undefined };

/**
 * If the market cannot be read now or is unchanged, the earlier read and its snapshot stay. The same applies when an
 * anonymous agent's daily allowance is used up; an upload needs no allowance (D-026).
 */
export async function refreshPreliminary(
  tx: Tx,
  before: Preliminary | undefined,
  { read, offerCents }: NewRead,
): Promise<Preliminary | undefined> {
  if (read === undefined) return before;
  const again = computePreliminary(read, { snapshotId: before?.snapshot_id ?? undefined, offerCents });
  if (again.snapshot_id !== null && isDeepStrictEqual(again, before)) return before;
  if (tx.actor.kind === 'anonymous' && !(await consumeAllowance(tx, tx.actor.address))) return before;
  // In the sandbox nothing refers to the earlier snapshot, and no later job would remove it.
  if (isInAgentSandbox(tx.actor)) removeSnapshots(tx, [before?.snapshot_id ?? []].flat());
  return computePreliminary(read, { snapshotId: storeSnapshot(tx, read), offerCents });
}

/** Each is a search of the market, which may take a second. */
const perTurn = 20;
/** Long enough that a case that always fails does not hold up the others. */
const retryMs = 600_000;

/** Reads the market of cases that wait for it, oldest first; returns how many. Repeating a read changes nothing. */
export async function readDueMarkets(ctx: Ctx, sources: FactSources, limit: number): Promise<number> {
  const ids = await listDueIds(ctx.db, ctx.clock.now(), Math.min(limit, perTurn));
  for (const consultationId of ids) {
    try {
      await refreshFacts(ctx, sources, { consultationId, learn: (known) => known });
    } catch (error) {
      // A closed or deleted case needs no market read; other failures are tried again, after the others.
      const over = error instanceof AppError;
      if (!over) ctx.log.warn({ err: error, case: consultationId }, 'facts.market-read-failed');
      const dueAt = over ? undefined : new Date(ctx.clock.now().getTime() + retryMs);
      await transact(ctx, async (tx) => updateDue(tx.db, consultationId, dueAt));
    }
  }
  return ids.length;
}

type LockedFacts = KnownFacts & { readonly submission: LockedSubmission };

/** What a change stores besides the findings. */
type Applied = { readonly version: number; readonly person: StaffSaid };

type FactRefresh = {
  readonly consultationId: string;
  /** The new findings, from the earlier ones and the submission. */
  learn(known: LookedUp, submission: Pick<Statements, 'sent' | 'sentBy'>): LookedUp;
  /** Further writes or refusals in the same transaction, with origin and facts locked. */
  within?(tx: Tx, locked: LockedFacts): Promise<Applied | undefined>;
};

export type RefreshedFacts = { readonly before: KnownFacts; readonly after: KnownFacts };

/** A retry happens when the same case is changed concurrently; five in a row do not occur in practice. */
const triesMax = 5;

/** Stores findings about a case of any source, and reads the market again with them. */
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
      // Findings are always stored, even when there is no time left to read the market with them.
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

/** The two-letter state of the claim. */
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

/** Search terms for staff, besides those of the submission, which are indexed with it. */
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
