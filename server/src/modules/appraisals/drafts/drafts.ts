import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { getConsultation } from '#modules/consultations';
import { stripControls } from '#modules/customers';
import { figureSnapshot, isSameMake, mayBeSameModel, type FiguredSnapshot } from '#modules/vehicles';
import { findReleased } from '../releases/releases.ts';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import {
  draftChanged,
  listingUnknown,
  noSnapshot,
  notReleasable,
  nothingLeft,
  otherVehicle,
  snapshotNotFound,
} from '../errors.ts';
import type { AppraisalSources, AppraisalSubject } from '../facts.ts';
import { appraisalAad, composeInputs, leavesOut, toText } from '../rules.ts';
import type { AppraisalInputs, DraftBody } from '../schemas.ts';
import { findAppraisal, insertAppraisal, lockAppraisal, updateDraft, type Appraisal } from '../store.ts';

type ComposeDraft = DraftBody & { readonly consultationId: string };

/**
 * Composes the draft from the current facts of the case and its market read, and stores it. Releasing publishes
 * exactly this draft; if the facts have changed by then, it must be saved again first.
 */
export async function composeDraft(ctx: Ctx, input: ComposeDraft, sources: AppraisalSources): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const { consultationId, revision } = input;
  const { closed_at: closedAt } = await getConsultation(ctx, consultationId);
  if (closedAt !== null) throw notReleasable('This case is closed.');
  const text = toText(await compose(ctx, input, sources));
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    insertAppraisal(tx.db, { id: newId('apr', now), consultationId, now });
    const appraisal = await lockAppraisal(tx.db, consultationId);
    if (appraisal === undefined) throw new Error('the appraisal was just inserted');
    if (appraisal.revision !== revision) throw draftChanged(appraisal.revision);
    const draft = tx.vault.encrypt(text, appraisalAad(appraisal.id, 'draft'));
    updateDraft(tx.db, { id: appraisal.id, draft, by: staffId, now });
  });
}

async function compose(ctx: Ctx, input: ComposeDraft, sources: AppraisalSources): Promise<AppraisalInputs> {
  const [subject, check] = await Promise.all([
    sources.collectSubject(ctx, input.consultationId),
    findReleased(ctx, input.consultationId),
  ]);
  const snapshotId = input.snapshot_id ?? subject.snapshotId;
  if (snapshotId === undefined) throw noSnapshot();
  const figured = await figureSnapshot(ctx, { snapshotId, isLeftOut: leavesOut(input.left_out) });
  if (figured === undefined) throw snapshotNotFound();
  if (!isAbout(figured, subject)) throw otherVehicle();
  const leftOut = input.left_out.map((one) => ({ ...one, reason: stripped(one.reason) }));
  if (figured.leftOut.length !== new Set(leftOut.map(({ source, source_id: id }) => `${source}\n${id}`)).size)
    throw listingUnknown();
  const inputs = composeInputs({
    subject,
    figured,
    leftOut,
    remarks: filled(input.remarks),
    signer: { name: filled(input.signer_name), title: filled(input.signer_title) },
    licence: sources.licenceOf(ctx, subject.state),
    findings: check?.findings ?? [],
  });
  if (inputs === undefined) throw nothingLeft();
  return inputs;
}

/** A market read of another vehicle cannot be used; unknown fields contradict nothing. */
const isAbout = ({ subject: read }: FiguredSnapshot, { year, make, model }: AppraisalSubject): boolean =>
  (year === undefined || year === read.year) && isSameMake(make, read.make) && mayBeSameModel(model, read.model);

/** Line breaks are kept. */
const stripped = (words: string): string => words.trim().split(/\r?\n/).map(stripControls).join('\n').trim();

const filled = (words: string | undefined): string | undefined =>
  words === undefined || stripped(words) === '' ? undefined : stripped(words);

/** The contents of the draft; undefined if there is none. */
export function decryptDraft(
  { vault }: Pick<Ctx, 'vault'>,
  appraisal: Appraisal | undefined,
): AppraisalInputs | undefined {
  if (appraisal?.encryptedDraft === undefined) return undefined;
  return JSON.parse(vault.decrypt(appraisal.encryptedDraft, appraisalAad(appraisal.id, 'draft'))) as AppraisalInputs;
}

/** The contents of a case's draft, for staff. */
export async function getDraft(ctx: Ctx, consultationId: string): Promise<{ inputs: AppraisalInputs; at: Date }> {
  requireStaff(ctx.actor);
  const appraisal = await findAppraisal(ctx.db, consultationId);
  const inputs = decryptDraft(ctx, appraisal);
  if (inputs === undefined) throw notFound('This case has no draft of an appraisal.');
  return { inputs, at: appraisal?.draftAt ?? ctx.clock.now() };
}
