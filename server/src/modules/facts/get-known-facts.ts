import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import type { FactSources } from './source-facts.ts';
import { decryptStated } from './decrypt-stated.ts';
import { toKnownFacts, type KnownFacts } from './known-facts.ts';
import { findFactsRow } from './store.ts';

/** Everything that is known of a case, whichever module it came from. */
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
