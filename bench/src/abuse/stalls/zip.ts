// Archives that unpack to any size, made without unpacking them.
import { constants, deflateRawSync } from 'node:zlib';
import { mebibyte } from './attack.ts';

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
