import type { Ctx } from '#context';
import { figureSnapshot } from '#modules/market';
import { checkFigure, findCurrent, leavesOut, stateOf, versionAad, type FigureCheck } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import { findVersionByToken, listVersions, type Version } from '../store.ts';
import { findVersionUrl } from '../versions/find-version-url.ts';

export type AppraisalPageView = {
  /** Of a version that is ours. */
  readonly consultationId?: string;
} & (
  | { readonly kind: 'unknown' }
  /** What was stored cannot be read any more. */
  | { readonly kind: 'unreadable' }
  /** It names no other version: whoever has its address may be whom it was withdrawn from. */
  | { readonly kind: 'withdrawn' }
  | {
      readonly kind: 'shown';
      readonly inputs: AppraisalInputs;
      readonly sha256: string;
      readonly url: string;
      readonly releasedAt: Date;
      /** Where a newer version is; undefined for the newest. */
      readonly newestUrl: string | undefined;
      readonly check: FigureCheck;
    }
);

/** Reading the page changes nothing. The figure is computed again each time, from the snapshot and nothing else. */
export async function viewAppraisal(ctx: Ctx, token: string): Promise<AppraisalPageView> {
  const version = await findVersionByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (version === undefined) return { kind: 'unknown' };
  const { consultationId } = version;
  const versions = await listVersions(ctx.db, consultationId);
  if (stateOf(version, versions) === 'withdrawn') return { kind: 'withdrawn', consultationId };
  const current = findCurrent(versions);
  const newestUrl = current === undefined || current.id === version.id ? undefined : findVersionUrl(ctx, current);
  const text = readInputs(ctx, version);
  if (text === undefined) return { kind: 'unreadable', consultationId };
  const inputs = JSON.parse(text) as AppraisalInputs;
  const figured = await figureSnapshot(ctx, {
    snapshotId: version.snapshotId,
    isLeftOut: leavesOut(inputs.left_out),
  });
  return {
    kind: 'shown',
    consultationId,
    inputs,
    sha256: version.inputsHash.toString('hex'),
    url: findVersionUrl(ctx, version),
    releasedAt: version.releasedAt,
    newestUrl,
    check: checkFigure({ text, hash: version.inputsHash }, figured),
  };
}

/** Encrypted with their row's id: a changed byte makes them unreadable. */
function readInputs({ vault, log }: Ctx, { id, encryptedInputs }: Version): string | undefined {
  try {
    return vault.decrypt(encryptedInputs, versionAad(id, 'inputs'));
  } catch {
    log.error({ version: id }, 'appraisals.inputs-unreadable');
    return undefined;
  }
}
