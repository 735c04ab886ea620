import type { Ctx } from '#context';
import { decodeVin } from '#modules/vehicles';
import { extractFields } from '../extraction/extract-fields.ts';
import { readLines } from './read-lines.ts';
import type { WordReading } from './read-words.ts';
import type { ReportReading } from '../schemas.ts';
import { detectVendor } from '../extraction/label-rules.ts';

type ReadCtx = Pick<Ctx, 'clock' | 'config' | 'log' | 'metrics'>;

/**
 * Reads a valuation report. A document that is none gives a reading without fields; only an unreadable file is refused.
 */
export async function readReport(ctx: ReadCtx, reading: WordReading): Promise<ReportReading> {
  const { pages, ocr, lines } = await readLines(reading);
  const vendor = detectVendor(
    lines
      .flat()
      .map(({ text }) => text)
      .join(' '),
  );
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const { fields, checks } = await extractFields({ lines, vendor, ocr, today, decode: (vin) => decodeVin(ctx, vin) });
  return { vendor, pages, ocr, fields, checks: [...checks] };
}
