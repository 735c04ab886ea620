import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { getConsultation } from '#modules/consultations';
import type { FactSources } from '#modules/facts';
import { lockNames, transact } from '#platform/db';
import { consultationClosed, findingUnknown, findingsChanged } from '../errors.ts';
import { fingerprintOf, releaseAad, toText } from '../rules.ts';
import { insertRelease } from '../store.ts';
import { collectFindings } from './collect-findings.ts';
import { findReleased } from './find-released.ts';

type ReleaseFindings = {
  readonly consultationId: string;
  /** Of the findings that were seen. */
  readonly fingerprint: string;
  readonly findingIds: readonly string[];
};

/**
 * Shows these findings to the customer, as they are now. Whoever releases names what they saw: if something else is found
 * by now, nothing is released. Pressed twice, it is one release.
 */
export async function releaseFindings(ctx: Ctx, sources: FactSources, release: ReleaseFindings): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const { consultationId, fingerprint, findingIds } = release;
  const { closed_at: closedAt } = await getConsultation(ctx, consultationId);
  if (closedAt !== null) throw consultationClosed();
  const { findings } = await collectFindings(ctx, sources, consultationId);
  if (fingerprintOf(findings) !== fingerprint) throw findingsChanged();
  const wanted = findings.filter(({ id }) => findingIds.includes(id));
  if (wanted.length !== new Set(findingIds).size) throw findingUnknown();
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`report-checks/${consultationId}`]);
    const before = await findReleased(tx, consultationId);
    if (before !== undefined && toText(before.findings) === toText(wanted)) return;
    const at = tx.clock.now();
    const id = newId('rcr', at);
    const sealed = tx.vault.encrypt(toText(wanted), releaseAad(id));
    insertRelease(tx.db, { id, consultation_id: consultationId, sealed_findings: sealed, staff_id: staffId, at });
  });
}
