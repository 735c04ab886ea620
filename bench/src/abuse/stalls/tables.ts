// Files of rows that are the worst for whatever reads a workbook, CSV or lines of JSON.
import { constants, deflateRawSync } from 'node:zlib';
import { type Attack, type Shots, attacksOn, mebibyte, ofPortal, once } from './attack.ts';
import { deep, members } from './bodies.ts';

/** Deflated: `head`, then `unit` so many times, then `tail`. One block is compressed and repeated, whatever it unpacks to. */
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
export function workbook({ sheet = defaultSheet, texts = defaultTexts, more = {} }: Parts): Buffer {
  const book = '<workbook><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const links = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';
  const entries = {
    'xl/workbook.xml': deflateRawSync(book),
    'xl/_rels/workbook.xml.rels': deflateRawSync(links),
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': texts,
    ...more,
  };
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, packed] of Object.entries(entries)) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** Shared texts for a sheet of three rows: 3.7 million of them are 62 MB, from 66 KB. */
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

export const tableAttacks: readonly Attack[] = [
  ...attacksOn('roster-files.upload', {
    'xlsx texts': [
      '3.7 million shared texts, 62 MB',
      file('/rosters', () => workbook({ texts: manyTexts(3_700_000) })),
    ],
    'xlsx cells': [
      '100 rows of 250,000 cells',
      file('/rosters', () => workbook({ sheet: sheetOf([`<row>${'<c/>'.repeat(250_000)}</row>`, 100]) })),
    ],
    'xlsx junk': [
      '500 MB of blanks before the first row',
      file('/rosters', () =>
        workbook({
          sheet: pack('<worksheet><sheetData><row></row>', [' ', 500 * mebibyte], '</sheetData></worksheet>'),
        }),
      ),
    ],
    'xlsx bomb': ['4 GB of cells', file('/rosters', () => workbook({ sheet: sheetOf(['<row></row>', 390_000_000]) }))],
    'xlsx entities': [
      '1,000,000 entities in one text, and a billion laughs',
      file('/rosters', () =>
        workbook({
          texts: pack(
            '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst>',
            [`<si><t>${'&b;&#x41;&amp'.repeat(60_000)}</t></si>`, 16],
            '</sst>',
          ),
        }),
      ),
    ],
    'xlsx nested': [
      '1 MB of open tags',
      file('/rosters', () => workbook({ sheet: sheetOf([`<row>${'<c><v>'.repeat(170_000)}</row>`, 1]) })),
    ],
    'xlsx entries': ['60,000 files in the archive', file('/rosters', () => workbook({ more: manyEntries(60_000) }))],
    'csv quote': ['8 MiB after one quote', file('/rosters', () => Buffer.from(`"${'a,b\n'.repeat(2 * mebibyte)}`))],
    'csv line': ['one line of 256 KB', file('/rosters', () => Buffer.from(`VIN,${'x'.repeat(262_144)}`))],
    'csv delimiters': ['a million delimiters', file('/rosters', () => Buffer.from(`${','.repeat(1_000_000)}\n`))],
    'csv quotes': ['130,000 quoted cells', file('/rosters', () => Buffer.from(`${'"a'.repeat(131_000)}\n`))],
    'csv nul': ['8 MiB of NUL', file('/rosters', () => Buffer.alloc(8 * mebibyte))],
    'csv utf-16': [
      '8 MiB of UTF-16',
      file('/rosters', () => Buffer.from(`\ufeffVIN,${'"\u2003,'.repeat(mebibyte)}`, 'utf16le')),
    ],
    'ndjson deep': [
      '100 lines, nested to the limit of a line',
      file('/rosters', () => Buffer.from(`${deep(9000)}\n`.repeat(100))),
    ],
    'ndjson columns': [
      '100 lines with 6,000 members each',
      file('/rosters', () => Buffer.from(`${members(4000)}\n`.repeat(100))),
    ],
  }),
  ...attacksOn('referral-files.upload', {
    'referrals xlsx texts': [
      '490,000 shared texts, 8 MB',
      file('/referral-files', () => workbook({ texts: manyTexts(490_000) })),
    ],
    'referrals xlsx cells': [
      '60 rows of 250,000 cells',
      file('/referral-files', () => workbook({ sheet: sheetOf([`<row>${'<c/>'.repeat(250_000)}</row>`, 60]) })),
    ],
    'referrals csv': [
      '5,000 rows of 8 MiB',
      file('/referral-files', () =>
        Buffer.from(
          `VIN,Email,Note\n${`${'a@'.repeat(400)},${'1-'.repeat(400)},x\n`.repeat(5000)}`.slice(0, 8 * mebibyte),
        ),
      ),
    ],
    'referrals csv quote': [
      '8 MiB after one quote',
      file('/referral-files', () => Buffer.from(`"${'""\n'.repeat(2_790_000)}`)),
    ],
  }),
];
