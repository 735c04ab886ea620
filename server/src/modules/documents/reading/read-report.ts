import type { Ctx } from '#context';
import { decodeVin } from '#modules/vehicles';
import { extractFields } from '../extraction/extract-fields.ts';
import { readLines } from './read-lines.ts';
import type { WordReading } from './read-words.ts';
import type { ReportReading } from '../schemas.ts';

type ReadCtx = Pick<Ctx, 'clock' | 'config' | 'log' | 'metrics'>;

/**
 * Reads a valuation report. A document that is none gives a reading without fields; only an unreadable file is refused.
 */
export async function readReport(ctx: ReadCtx, reading: WordReading): Promise<ReportReading> {
  const { pages, ocr, vendor, lines, family } = await readLines({ ...reading, reader: ctx.config.readers });
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const decode = (vin: string) => decodeVin(ctx, vin);
  const { fields, checks } = await extractFields({ lines, vendor, ocr, today, family, decode });
  const contents = family === undefined ? {} : { contents: family.contents };
  return { vendor, pages, ocr, fields, checks: [...checks], ...contents };
}
