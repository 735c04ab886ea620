import { describe, expect, it } from 'vitest';
import { makeReport } from '#test/reports/corpus';
import { inspectPdf, mergePdfs, redrawPdf } from './pdf-tools.ts';

const work = () => ({ client: 'a test', signal: AbortSignal.timeout(25_000) });

const link = '/Type /Annot /Subtype /Link /Rect [0 0 200 200]';

/** One empty page, with members of the catalog and of the page, and a fourth object that they may name. */
function hostilePdf(catalog: string, page: string, object: string): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>`,
    object,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((members, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${members}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer << /Size 5 /Root 1 0 R >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`);
}

describe('merging PDFs', () => {
  it('merging returns one file with the pages of all', async () => {
    const [one, other] = [(await makeReport('ccc', 1)).pdf, (await makeReport('mitchell', 2)).pdf];
    const pagesOf = async (pdf: Uint8Array) => {
      const inspected = await inspectPdf({ pdf, ...work() });
      return inspected.kind === 'mergeable' ? inspected.pages : NaN;
    };
    const merged = await mergePdfs({ files: [one, other], ...work() });
    expect(await pagesOf(merged ?? Buffer.of())).toBe((await pagesOf(one)) + (await pagesOf(other)));
  });

  it('merging reports the problem of a file that cannot be merged', async () => {
    const pdf = Buffer.from('%PDF-1.4\nthis is no report\n%%EOF\n');
    expect(await inspectPdf({ pdf, ...work() })).toEqual({ kind: 'refused', why: 'is damaged' });
    expect(await mergePdfs({ files: [(await makeReport('ccc', 1)).pdf, pdf], ...work() })).toBeUndefined();
  });

  it('redrawing keeps pages and text of a file, and none of its active content', async () => {
    const { pdf } = await makeReport('ccc', 1);
    const drawn = await redrawPdf({ pdf, ...work() });
    expect(await inspectPdf({ pdf: drawn ?? Buffer.of(), ...work() })).toEqual(await inspectPdf({ pdf, ...work() }));
    for (const hostile of [
      hostilePdf('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', '', '<< /S /JavaScript /JS (app.alert) >>'),
      hostilePdf('', '/AA << /O 4 0 R >>', '<< /S /JavaScript /JS (app.alert) >>'),
      hostilePdf('', '/Annots [4 0 R]', `<< ${link} /A << /S /Launch /F (app.alert) >> >>`),
    ]) {
      // In the original, active content is merged; redrawn, it is not.
      expect((await mergePdfs({ files: [pdf, hostile], ...work() }))?.includes('app.alert')).toBe(true);
      const redrawn = await redrawPdf({ pdf: hostile, ...work() });
      const merged = await mergePdfs({ files: [pdf, redrawn ?? Buffer.of()], ...work() });
      expect([merged?.includes('%PDF'), merged?.includes('app.alert')]).toEqual([true, false]);
    }
  });

  it('redrawing returns nothing for a file that cannot be redrawn', async () => {
    expect(await redrawPdf({ pdf: Buffer.from('%PDF-1.4\nno report\n%%EOF\n'), ...work() })).toBeUndefined();
  });

  it('merging reports a protected file', async () => {
    const { default: Paper } = await import('pdfkit');
    const { buffer } = await import('node:stream/consumers');
    const paper = new Paper({ userPassword: 'secret', ownerPassword: 'secret' });
    const bytes = buffer(paper);
    paper.text('synthetic').end();
    expect(await inspectPdf({ pdf: await bytes, ...work() })).toEqual({
      kind: 'refused',
      why: 'is protected by a password',
    });
  });
});
