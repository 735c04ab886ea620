import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { detectFormat } from './detect-format.ts';
import { toWorkbook } from '#test/fixtures/workbook';
import { CsvRecords } from './csv-records.ts';
import { readWorkbook } from './read-workbook.ts';

const vin = 'VIN';
const sheetOf = (xml: string) => toWorkbook([[vin]], { 'xl/worksheets/members.xml': xml });

/** The records, or the problem. */
async function read(workbook: Buffer): Promise<number | string> {
  let count = 0;
  try {
    for await (const records of readWorkbook(workbook)) count += records.length;
    return count;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** More than a single pass takes, and far less than a minute, which backtracking at each tag would take. */
const soonMs = 5000;
const many = (text: string) => text.repeat(Math.floor(400_000 / text.length));

describe('a hostile file', () => {
  it.each<[string, Buffer]>([
    ['rows without an end', sheetOf(`${many('<row ')}</row>`)],
    ['cells without an end', sheetOf(`<row r="1">${many('<c>')}</row>`)],
    ['cells that are never closed', sheetOf(`<row r="1">${many('<c ')}</row>`)],
    ['values without an end', sheetOf(`<row r="1"><c r="A1">${many('<v ')}</c></row>`)],
    ['texts without an end', toWorkbook([[vin]], { 'xl/sharedStrings.xml': `${many('<si ')}</si>` })],
    ['runs without an end', toWorkbook([[vin]], { 'xl/sharedStrings.xml': `<si>${many('<t>')}</si>` })],
    ['readings without an end', toWorkbook([[vin]], { 'xl/sharedStrings.xml': `<si>${many('<rPh>')}</si>` })],
    ['sheets without an end', toWorkbook([[vin]], { 'xl/workbook.xml': many('<sheet ') })],
    ['links without an end', toWorkbook([[vin]], { 'xl/_rels/workbook.xml.rels': many('<Relationship ') })],
  ])('a hostile file of %s is read in one pass', async (_what, workbook) => {
    expect(await processorMs(() => read(workbook))).toBeLessThan(soonMs);
  });

  it('an endless text is refused before it is in memory', async () => {
    const shared = `<sst><si><t>${'x'.repeat(3_000_000)}`;
    expect(await read(toWorkbook([[vin]], { 'xl/sharedStrings.xml': shared }))).toBe('row_too_long');
  });

  it.each([
    ['letters', 'x'],
    ['blanks', ' '],
  ])(
    'a long text of %s in every cell is refused, or treated as empty, before it is processed',
    async (_what, letter) => {
      const shared = `<sst><si><t>${letter.repeat(1_000_000)}</t></si></sst>`;
      const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
      const rows = `${row.repeat(200)}<row><c><v>1</v></c></row>`;
      const workbook = toWorkbook([[vin]], { 'xl/sharedStrings.xml': shared, 'xl/worksheets/members.xml': rows });
      const ms = await processorMs(async () => {
        expect(await read(workbook)).toBe(letter === ' ' ? 201 : 'row_too_long');
        const detected = detectFormat({ head: workbook, isUtf8: false, workbook: async () => workbook });
        await expect(detected).rejects.toMatchObject({ code: letter === ' ' ? 'no_columns' : 'row_too_long' });
      });
      expect(ms).toBeLessThan(soonMs);
    },
  );

  it('a file with more cells than a sheet has columns is refused, and of millions of texts few are kept', async () => {
    const cells = sheetOf(`<row>${'<c/>'.repeat(250_000)}</row>`.repeat(4));
    expect(await processorMs(async () => expect(await read(cells)).toBe('row_too_long'))).toBeLessThan(soonMs);
    // 155 KB of this, compressed, once took 400 MB of memory.
    const texts = `<sst><si><t>${vin}</t></si>${'<si><t>a</t></si>'.repeat(3_000_000)}</sst>`;
    const header = '<row><c t="s"><v>0</v></c></row>';
    const parts = { 'xl/sharedStrings.xml': texts, 'xl/worksheets/members.xml': header };
    const workbook = toWorkbook([[vin]], parts);
    const before = process.memoryUsage().heapUsed;
    const { columns } = await detectFormat({ head: workbook, isUtf8: false, workbook: async () => workbook });
    expect(columns).toEqual([vin]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1_048_576);
    // All of them are needed to read the rows, in far fewer bytes than as millions of strings.
    expect(await read(workbook)).toBe(1);
  });

  it('a file whose rows go back, to skip as many again, is refused', async () => {
    expect(await read(sheetOf(`${'<row r="1001"/><row r="1"/>'.repeat(500)}<row></row>`))).toBe('damaged_workbook');
    expect(await read(sheetOf('<row r="1"></row><row r="9999999"></row>'))).toBe('damaged_workbook');
  });

  it('quoted lines without a delimiter, or with many, are read in one pass', async () => {
    const ms = await processorMs(() => {
      expect(new CsvRecords(',').write('"a"\n'.repeat(500_000))).toHaveLength(500_000);
      expect(new CsvRecords(',').write(`${'"a",'.repeat(500_000)}\n`)[0]).toHaveLength(500_001);
    });
    expect(ms).toBeLessThan(soonMs);
  });
});

describe('a workbook of long rows', () => {
  it('the columns of a workbook come from its first row', async () => {
    const long = 'x'.repeat(8000);
    const rows = Array.from(
      { length: 60 },
      (_, index) => `<row r="${index + 2}"><c t="inlineStr"><is><t>${index < 4 ? long : 'short'}</t></is></c></row>`,
    );
    const workbook = sheetOf(`<row r="1"><c t="inlineStr"><is><t>${vin}</t></is></c></row>${rows.join('')}`);
    const { columns, samples } = await detectFormat({ head: workbook, isUtf8: false, workbook: async () => workbook });
    expect([columns, samples.length]).toEqual([[vin], 5]);
  });
});
