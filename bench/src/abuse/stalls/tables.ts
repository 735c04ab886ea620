// The worst row files for the parsers of workbooks, CSV and JSON lines.
import { constants, deflateRawSync } from 'node:zlib';
import { toZip } from '@makewhole/server/test/fixtures/workbook.ts';
import { type AttackTable, type Shots, mebibyte, ofPortal, once } from './attack.ts';
import { deep, members } from './bodies.ts';

/**
 * Deflated: `head`, then `unit` repeated this many times, then `tail`. One block is compressed and repeated, however
 * large it unpacks.
 */
export function pack(head: string, [unit, times]: readonly [string, number], tail: string): Buffer {
  const perBlock = Math.max(1, Math.min(times, Math.floor(mebibyte / unit.length)));
  const flushed = (text: string) => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const block = flushed(unit.repeat(perBlock));
  const blocks = Array.from({ length: Math.floor(times / perBlock) }, () => block);
  return Buffer.concat([flushed(head), ...blocks, deflateRawSync(unit.repeat(times % perBlock) + tail)]);
}

type Parts = { readonly sheet?: Buffer; readonly texts?: Buffer; readonly more?: Readonly<Record<string, Buffer>> };

const fewCells = '<c t="inlineStr"><is><t>VIN</t></is></c><c><v>1</v></c>';
const defaultSheet = pack('<worksheet><sheetData>', [`<row>${fewCells}</row>`, 3], '</sheetData></worksheet>');
const defaultTexts = pack('<sst>', ['<si><t>VIN</t></si>', 3], '</sst>');

/** A workbook of these deflated parts. */
export const workbook = ({ sheet = defaultSheet, texts = defaultTexts, more = {} }: Parts): Buffer =>
  toZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': texts,
    ...more,
  });

/** Shared texts for a sheet of three rows: 3.7 million of them are 62 MB, packed into 66 KB. */
export const manyTexts = (count: number): Buffer => pack('<sst>', ['<si><t>a</t></si>', count], '</sst>');

const file = (path: '/rosters' | '/referral-files', make: () => Buffer): Shots => {
  const bytes = once(make);
  return (world) => [() => ofPortal(world, path, { body: bytes(), type: 'application/octet-stream' })];
};

const sheetOf = (rows: readonly [row: string, times: number]): Buffer =>
  pack('<worksheet><sheetData>', rows, '</sheetData></worksheet>');

/** Many identical entries. */
const manyEntries = (count: number): Readonly<Record<string, Buffer>> => {
  const packed = deflateRawSync('x');
  return Object.fromEntries(Array.from({ length: count }, (_, entry) => [`x/${entry}`, packed]));
};

export const tableAttacks: AttackTable = {
  'xlsx texts': file('/rosters', () => workbook({ texts: manyTexts(3_700_000) })),
  'xlsx cells': file('/rosters', () => workbook({ sheet: sheetOf([`<row>${'<c/>'.repeat(250_000)}</row>`, 100]) })),
  'xlsx junk': file('/rosters', () =>
    workbook({
      sheet: pack('<worksheet><sheetData><row></row>', [' ', 500 * mebibyte], '</sheetData></worksheet>'),
    }),
  ),
  'xlsx bomb': file('/rosters', () => workbook({ sheet: sheetOf(['<row></row>', 390_000_000]) })),
  'xlsx entities': file('/rosters', () =>
    workbook({
      texts: pack(
        '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst>',
        [`<si><t>${'&b;&#x41;&amp'.repeat(60_000)}</t></si>`, 16],
        '</sst>',
      ),
    }),
  ),
  'xlsx nested': file('/rosters', () => workbook({ sheet: sheetOf([`<row>${'<c><v>'.repeat(170_000)}</row>`, 1]) })),
  'xlsx entries': file('/rosters', () => workbook({ more: manyEntries(60_000) })),
  'csv quote': file('/rosters', () => Buffer.from(`"${'a,b\n'.repeat(2 * mebibyte)}`)),
  'csv line': file('/rosters', () => Buffer.from(`VIN,${'x'.repeat(262_144)}`)),
  'csv delimiters': file('/rosters', () => Buffer.from(`${','.repeat(1_000_000)}\n`)),
  'csv quotes': file('/rosters', () => Buffer.from(`${'"a'.repeat(131_000)}\n`)),
  'csv nul': file('/rosters', () => Buffer.alloc(8 * mebibyte)),
  'csv utf-16': file('/rosters', () => Buffer.from(`\ufeffVIN,${'"\u2003,'.repeat(mebibyte)}`, 'utf16le')),
  'ndjson deep': file('/rosters', () => Buffer.from(`${deep(9000)}\n`.repeat(100))),
  'ndjson columns': file('/rosters', () => Buffer.from(`${members(4000)}\n`.repeat(100))),
  'referrals xlsx texts': file('/referral-files', () => workbook({ texts: manyTexts(490_000) })),
  'referrals xlsx cells': file('/referral-files', () =>
    workbook({ sheet: sheetOf([`<row>${'<c/>'.repeat(250_000)}</row>`, 60]) }),
  ),
  'referrals csv': file('/referral-files', () =>
    Buffer.from(`VIN,Email,Note\n${`${'a@'.repeat(400)},${'1-'.repeat(400)},x\n`.repeat(5000)}`.slice(0, 8 * mebibyte)),
  ),
  'referrals csv quote': file('/referral-files', () => Buffer.from(`"${'""\n'.repeat(2_790_000)}`)),
};
