import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { findCurrent, versionAad } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import { listVersions } from '../store.ts';
import { writeAppraisalPdf } from './write-appraisal-pdf.ts';

type PrintableVersion = {
  readonly number: number;
  readonly snapshotId: string;
  readonly releasedAt: Date;
  /** Of the inputs. */
  readonly sha256: string;
  readonly inputs: AppraisalInputs;
  /** Writes it as PDF, without the address of the owner's page: that is theirs to pass on. */
  readonly print: () => Promise<Buffer>;
};

/** The version of a case's appraisal that counts, for papers of the team; undefined while there is none. */
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
