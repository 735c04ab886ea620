// The parts of the ZIP format that Excel files need: the directory at its end, entries stored or deflated.
import { FileProblem } from './file-problem.ts';
import { listElements, withoutElements } from './xml.ts';

export type ZipEntry = { readonly name: string; readonly deflated: boolean; readonly bytes: Buffer };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
/** The directory's end record is followed by a comment of at most 64 KB. */
const tailBytes = 65_557;
/** Excel files have tens of entries. */
const entriesMax = 2000;

const damaged = () => new FileProblem('damaged_workbook');

export function listEntries(zip: Buffer): ZipEntry[] {
  const at = findEnd(zip);
  const count = zip.readUInt16LE(at + 10);
  if (count > entriesMax) throw damaged();
  const entries: ZipEntry[] = [];
  let next = zip.readUInt32LE(at + 16);
  for (let index = 0; index < count; index += 1) {
    if (next + 46 > zip.length || zip.readUInt32LE(next) !== entryMark) throw damaged();
    const nameEnd = next + 46 + zip.readUInt16LE(next + 28);
    entries.push(toEntry(zip, next, zip.toString('utf8', next + 46, nameEnd)));
    next = nameEnd + zip.readUInt16LE(next + 30) + zip.readUInt16LE(next + 32);
  }
  return entries;
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - tailBytes); at -= 1)
    if (zip.readUInt32LE(at) === endMark) return at;
  throw damaged();
}

function toEntry(zip: Buffer, at: number, name: string): ZipEntry {
  const method = zip.readUInt16LE(at + 10);
  const packed = zip.readUInt32LE(at + 20);
  const header = zip.readUInt32LE(at + 42);
  // Encrypted entries, other compression methods and files above 4 GB are not supported.
  if ((zip.readUInt16LE(at + 8) & 1) === 1 || (method !== 0 && method !== 8) || header + 30 > zip.length)
    throw damaged();
  const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  if (from + packed > zip.length) throw damaged();
  return { name, deflated: method === 8, bytes: zip.subarray(from, from + packed) };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes XML text; entities that a document defines itself are unknown, so nothing expands. */
export const decodeXml = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(?:#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{2,4});/g, decodeEntity) : text;

function decodeEntity(all: string): string {
  const name = all.slice(1, -1);
  if (!name.startsWith('#')) return entities[name] ?? all;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // Half of a surrogate pair is not a character, and the database refuses it.
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

/** The text of an element that contains runs of text. */
export const textOf = (xml: string): string => {
  // The phonetic reading of a Japanese name is not part of the text.
  const runs = listElements(withoutElements(xml, 'rPh'), 't');
  return decodeXml(runs.map(({ body }) => body).join(''));
};

/** 0 for A, 26 for AA; undefined if it is not a cell. */
export function columnOf(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((total, letter) => total * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
