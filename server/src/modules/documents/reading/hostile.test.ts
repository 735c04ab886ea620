import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { useHarness } from '#test/harness';
import { hostileFiles, rawPdf } from '#test/reports/hostile';
import { isNightly } from '#test/runs';
import { watchChildren } from '#test/processes/child-memory';
import { newIntakeId, readPdf, receivePdf } from '../testing.ts';

// Decompression bombs run until their limits end them.

const harness = useHarness();

/** Each of these takes seconds of a core, so they run nightly; the other files of their kind always run. */
const long = [
  'a bomb in a bomb, 1.5 GB',
  'a bomb of 700 MB',
  'a bomb of operators',
  'a bomb of words',
  'a picture of 900 megapixels',
];
const files = hostileFiles.filter(({ name }) => isNightly || !long.includes(name));

describe('a hostile file, or one that is not a report', () => {
  it.each(files.map((file) => [file.name, file] as const))(
    'a hostile file gets the right answer and costs little: %s',
    async (_name, file) => {
      const pdf = await file.make();
      const children = watchChildren();
      const answer = await readPdf(harness.current.ctx, pdf).catch((error: unknown) => error);
      const { peakMb } = children.stop();
      if (file.answer === 'read') expect(answer).toMatchObject({ vendor: expect.any(String) });
      else {
        expect(answer).toBeInstanceOf(AppError);
        expect(answer).toMatchObject({
          status: 400,
          code: 'validation_failed',
          details: { issues: [{ path: 'file' }] },
        });
      }
      expect(peakMb).toBeLessThan(600);
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`makewhole-upload-${process.pid}-`))).toEqual([]);
    },
  );

  it('is not stored when it is refused', async () => {
    const { ctx } = harness.current;
    const intakeId = newIntakeId();
    const stored = join(harness.current.config.objects.blobDir, 'intakes', intakeId);
    await expect(receivePdf(ctx, intakeId, Buffer.from('no report'))).rejects.toMatchObject({ status: 400 });
    expect(existsSync(stored)).toBe(false);
    await receivePdf(ctx, intakeId, rawPdf());
    expect(readdirSync(stored)).toHaveLength(1);
  });
});
