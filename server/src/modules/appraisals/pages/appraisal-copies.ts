import type { FastifyReply } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { Sender } from '#lib/brand/letterhead';
import type { Language } from '#lib/languages/language';
import { figureSnapshot } from '#modules/vehicles';
import { checkFigure, findCurrent, leavesOut, stateOf, versionAad, type FigureCheck } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import { findVersionByToken, listVersions, type Version } from '../store.ts';
import { findVersionUrl } from '../versions/versions.ts';
import { PdfPaper } from './appraisal-pdf.ts';
import { describeAppraisal, type Table } from './rules.ts';

export type AppraisalPageView = {
  /** Set for a version that we have. */
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
      /** The address of a newer version; undefined for the newest. */
      readonly newestUrl: string | undefined;
      readonly check: FigureCheck;
    }
);

/** Reading the page changes nothing. The figure is recomputed each time, from the snapshot alone. */
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

/** As private as the page it belongs to: not cached, not indexed. */
export const sendPdf = (reply: FastifyReply, { name, content }: { name: string; content: Buffer }): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(content);

type PrintableVersion = {
  readonly number: number;
  readonly snapshotId: string;
  readonly releasedAt: Date;
  /** The hash of the inputs. */
  readonly sha256: string;
  readonly inputs: AppraisalInputs;
  /** Writes it as PDF, without the address of the owner's page, which only the owner may pass on. */
  readonly print: () => Promise<Buffer>;
};

/** The current version of a case's appraisal, for the team's documents; undefined while there is none. */
export async function findPrintableVersion(ctx: Ctx, consultationId: string): Promise<PrintableVersion | undefined> {
  requireStaff(ctx.actor);
  const current = findCurrent(await listVersions(ctx.db, consultationId));
  if (current === undefined) return undefined;
  const inputs = JSON.parse(
    ctx.vault.decrypt(current.encryptedInputs, versionAad(current.id, 'inputs')),
  ) as AppraisalInputs;
  const sha256 = current.inputsHash.toString('hex');
  const { team } = ctx.config;
  return {
    number: current.number,
    snapshotId: current.snapshotId,
    releasedAt: current.releasedAt,
    sha256,
    inputs,
    print: () => writeAppraisalPdf(inputs, { url: undefined, sha256, at: current.releasedAt, team, language: 'en' }),
  };
}

type Released = {
  /** Where the figure can be recomputed; undefined for a draft. */
  readonly url: string | undefined;
  readonly sha256: string | undefined;
  readonly at: Date;
  readonly team: Sender;
  /** The Spanish one is marked as a translation. */
  readonly language: Language;
};

const usedWidths = [168, 76, 52, 68, 78, 62];
const leftOutWidths = [150, 72, 52, 66, 164];

/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** The appraisal as PDF. The same version of the same team gives the same bytes. */
export async function writeAppraisalPdf(inputs: AppraisalInputs, released: Released): Promise<Buffer> {
  const { url, sha256, at, language, team } = released;
  const shown = describeAppraisal(inputs, language);
  const { heads } = shown;
  const title = `${shown.title}: ${shown.vehicle}`;
  const paper = await PdfPaper.create({ title, at, team });
  const bytes = buffer(paper.stream);
  paper.heading(1, title);
  if (inputs.version === null) paper.paragraph(heads.paperDraft, { font: 'bold', size: 11 });
  if (language !== 'en') paper.paragraph(heads.governs, { font: 'bold', size: 11 });
  paper.heading(2, heads.value);
  paper.paragraph(shown.value, { font: 'bold', size: 20 });
  paper.paragraph(shown.valueWords);
  paper.heading(2, heads.besideOffer);
  paper.facts(shown.offer);
  if (shown.offerWords !== undefined) paper.paragraph(shown.offerWords);
  paper.heading(2, heads.vehicle);
  paper.facts(shown.facts);
  if (shown.remarks.length > 0) paper.heading(2, heads.remarks);
  for (const words of shown.remarks) paper.paragraph(words);
  paper.heading(2, heads.made);
  for (const words of shown.formula) paper.paragraph(words);
  await writeTable(paper, shown.comparables, usedWidths);
  if (shown.leftOut !== undefined) await writeTable(paper, shown.leftOut, leftOutWidths);
  paper.heading(2, heads.limits);
  paper.list(shown.limits);
  paper.heading(2, heads.nature);
  for (const words of shown.nature) paper.paragraph(words);
  paper.heading(2, heads.signature);
  paper.facts(shown.signature);
  if (url !== undefined) {
    paper.paragraph(heads.paperCheck);
    paper.paragraph(url);
  }
  if (sha256 !== undefined) {
    paper.paragraph(heads.paperPrint);
    paper.paragraph(sha256);
  }
  if (shown.annex.length > 0) {
    paper.heading(2, heads.annex);
    paper.paragraph(heads.annexWords);
    paper.list(shown.annex);
  }
  if (paper.replaced) paper.paragraph(heads.paperReplaced);
  paper.end(heads.paperFoot(inputs.case_number, String(inputs.version ?? heads.draft)));
  return bytes;
}

async function writeTable(paper: PdfPaper, table: Table, widths: readonly number[]): Promise<void> {
  paper.heading(2, table.caption);
  const written = paper.table(table, widths);
  for (const index of table.rows.keys()) {
    // A hundred rows take a while, so other requests are served in between.
    if (index % rowsPerTurn === 0) await nextTurn();
    written.row(index);
  }
  written.end();
}
