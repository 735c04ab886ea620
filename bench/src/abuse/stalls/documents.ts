// The worst reports for the PDF parsers.
import { deflateSync } from 'node:zlib';
import { makeReport } from '@makewhole/server/test/reports/corpus.ts';
import { hostileFiles, padded, rawPdf } from '@makewhole/server/test/reports/hostile.ts';
import { intakesPath, submit, type Submitted } from '#bench/intakes/request';
import { type AttackTable, type Shot, type Shots, mebibyte, once } from './attack.ts';
import { pack } from './tables.ts';

/** An intake has at most ten documents. */
const perIntake = 10;

/** Returns the intake to upload to, a new one for every ten files. */
function createIntakes(base: string): () => Promise<Submitted> {
  let used = 0;
  let current: Promise<Submitted> | undefined;
  return () => {
    if (used % perIntake === 0 || current === undefined)
      current = submit(base, `owner-${used}-${crypto.randomUUID()}@example.com`);
    used += 1;
    return current;
  };
}

/**
 * `ACV:` and, to its right, `(`, this many U+2003, and `x`; 60 per page. A glyph of its font is four blanks, so this
 * is one word.
 */
export function blanksPdf(blanks: number, labels: number): Buffer {
  const map = `/CIDInit /ProcSet findresource begin begincmap /CMapName /M def 1 begincodespacerange <00> <ff> endcodespacerange
    3 beginbfchar <28> <0028> <41> <2003200320032003> <78> <0078> endbfchar 1 beginbfchar <42> <2003> endbfchar endcmap end`;
  const word = `(${String.raw`\(`}${'A'.repeat(Math.floor(blanks / 4))}${'B'.repeat(blanks % 4)}x)`;
  const rows = Array.from({ length: Math.min(labels, 60) }, (_, index) => {
    const y = 770 - index * 12;
    return `BT /F1 8 Tf 40 ${y} Td (ACV:) Tj ET BT /F2 2 Tf 120 ${y} Td ${word} Tj ET`;
  });
  const form = deflateSync(rows.join('\n'));
  const title = 'BT /F1 9 Tf 40 785 Td (SYNTHETIC valuation of a vehicle, words enough for a page of text) Tj ET /X Do';
  const pages = Math.ceil(labels / 60);
  return rawPdf({
    content: deflateSync(title),
    kids: '3 0 R '.repeat(pages),
    count: pages,
    objects: [
      [
        `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R /F2 7 0 R >> >> /Filter /FlateDecode /Length ${form.length} >>`,
        form,
      ],
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 8 0 R >>',
      [`<< /Length ${map.length} >>`, Buffer.from(map)],
    ],
  });
}

/** As many words as fit on a US Letter page, on this many pages. */
function densePdf(pages: number): Buffer {
  const line = '$12,345.67 ACV: Adjusted Vehicle Value 1HGCM82633A004352 '.repeat(12);
  const rows = Array.from({ length: 150 }, (_, row) => `BT /F1 2 Tf 5 ${785 - row * 5} Td (${line}) Tj ET`);
  return rawPdf({ content: deflateSync(rows.join('\n')), kids: '3 0 R '.repeat(pages), count: pages });
}

function imagePdf(side: number): Buffer {
  const packed = pack('', ['\0'.repeat(side), side], '');
  const stream = Buffer.concat([Buffer.from([0x78, 0xda]), packed, Buffer.alloc(4)]);
  const image = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${stream.length} >>`;
  return rawPdf({ content: deflateSync('q 612 0 0 792 0 0 cm /X Do Q'), objects: [[image, stream]] });
}

const document = (make: () => Promise<Buffer> | Buffer): Shots => {
  const pdf = once(make);
  return (world) => {
    const base = `http://127.0.0.1:${world.port}`;
    const take = createIntakes(base);
    const shot = async (): Promise<Shot> => {
      const { intakeId, token } = await take();
      const [before, after] = [
        '--b\r\ncontent-disposition: form-data; name="file"; filename="r.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
        '\r\n--b--\r\n',
      ];
      return {
        kind: 'http',
        method: 'POST',
        path: `${intakesPath}/${intakeId}/documents`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.concat([Buffer.from(before), await pdf(), Buffer.from(after)]),
      };
    };
    return [shot];
  };
};

const hostile = (name: string) => async (): Promise<Buffer> => {
  const found = hostileFiles.find((file) => file.name === name);
  if (found === undefined) throw new Error(`there is no hostile file ${name}`);
  return found.make();
};

export const documentAttacks: AttackTable = {
  'pdf blanks': document(() => blanksPdf(196, 300)),
  'pdf blanks once': document(() => blanksPdf(196, 1)),
  'pdf dense': document(() => densePdf(50)),
  'pdf loop': document(hostile('pages that are their own parents')),
  'pdf deep': document(hostile('brackets a hundred thousand deep')),
  'pdf pages': document(hostile('20,000 pages')),
  'pdf bomb': document(hostile('a bomb in a bomb, 1.5 GB')),
  'pdf image': document(() => imagePdf(30_000)),
  'pdf largest': document(async () => padded((await makeReport('ccc', 1)).pdf, 15 * mebibyte)),
};
