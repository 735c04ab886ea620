import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readWorkbook } from '@makewhole/server/src/lib/tables/read-workbook.ts';
import { repositoryRoot } from '#bench/service/service';
import { attacks, smokeAttacks } from './attacks.ts';
import { blanksPdf } from './documents.ts';
import { editsOf, inject, stallFaultNames, stallFaults } from './faults.ts';
import { manyTexts, pack, workbook } from './tables.ts';

it('a packed part unpacks to exactly what it was made of', () => {
  expect(inflateRawSync(pack('<', ['abc', 1_000_003], '>')).toString()).toBe(`<${'abc'.repeat(1_000_003)}>`);
  const texts = manyTexts(3_700_000);
  expect(inflateRawSync(texts).length).toBe(3_700_000 * '<si><t>a</t></si>'.length + '<sst></sst>'.length);
  expect(texts.length).toBeLessThan(200_000);
});

it('the service reads the workbook as one', async () => {
  const records = [];
  for await (const some of readWorkbook(workbook({ texts: manyTexts(10) }))) records.push(...some);
  expect(records).toEqual([
    ['VIN', '1'],
    ['VIN', '1'],
    ['VIN', '1'],
  ]);
});

it('the blanks of a report arrive as one word next to each label', () => {
  const words = execFileSync('pdftotext', ['-tsv', '-', '-'], { input: blanksPdf(196, 70), encoding: 'utf8' })
    .split('\n')
    .map((line) => line.split('\t').at(-1) ?? '');
  expect(words.filter((word) => word === `(${'\u2003'.repeat(196)}x`)).toHaveLength(120);
  expect(words.filter((word) => word === 'ACV:')).toHaveLength(120);
});

it('attack names are unique, and include those used in CI and by faults', () => {
  const names = attacks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const named = [...smokeAttacks, ...stallFaultNames.map((name) => stallFaults[name].caughtBy)];
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

it.each(stallFaultNames)('the fault %s can be injected into its file', (name) => {
  for (const edit of editsOf(name)) {
    const faulty = inject(readFileSync(`${repositoryRoot}${edit.file}`, 'utf8'), edit);
    expect(stripTypeScriptTypes(faulty)).toContain(`export const ${edit.of}`);
  }
});
