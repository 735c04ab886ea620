// Files that crash PDF readers, or are not what they claim: each with the expected response.
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { makeReport } from './corpus.ts';

type Hostile = {
  readonly name: string;
  /** `refuse` is a 400; `read` is a reading, with or without fields. */
  readonly answer: 'read' | 'refuse';
  make(): Promise<Buffer> | Buffer;
};

const newline = '\n';

type Raw = {
  readonly content?: Buffer;
  readonly filter?: string;
  readonly kids?: string;
  readonly count?: number;
  /** Additional members of the catalog, the page and the file. */
  readonly catalog?: string;
  readonly page?: string;
  /** Additional fonts. */
  readonly resources?: string;
  readonly objects?: readonly (string | readonly [dictionary: string, stream: Buffer])[];
  readonly trailer?: string;
};

const words = deflateSync(
  Buffer.from(
    'BT /F1 9 Tf 40 700 Td (SYNTHETIC words enough to be taken for a page of text and not for a scan of one) Tj ET',
  ),
);

/** A handwritten PDF: catalog, pages, one page, its content, a font, and anything else. */
export function rawPdf(raw: Raw = {}): Buffer {
  const content = raw.content ?? words;
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (piece: Buffer) => {
    parts.push(piece);
    length += piece.length;
  };
  const add = (dictionary: string, stream?: Buffer) => {
    offsets.push(length);
    push(Buffer.from(`${offsets.length} 0 obj\n${dictionary}`));
    if (stream !== undefined) {
      push(Buffer.from('\nstream\n'));
      push(stream);
      push(Buffer.from('\nendstream'));
    }
    push(Buffer.from('\nendobj\n'));
  };
  add(`<< /Type /Catalog /Pages 2 0 R ${raw.catalog ?? ''} >>`);
  add(`<< /Type /Pages /Kids [${raw.kids ?? '3 0 R'}] /Count ${raw.count ?? 1} >>`);
  add(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R ${raw.resources ?? ''} >> /XObject << /X 6 0 R >> >> /Contents 4 0 R ${raw.page ?? ''} >>`,
  );
  add(`<< /Length ${content.length} /Filter ${raw.filter ?? '/FlateDecode'} >>`, content);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const object of raw.objects ?? []) {
    if (typeof object === 'string') add(object);
    else add(object[0], object[1]);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`;
  push(
    Buffer.from(
      `${table}trailer << /Size ${offsets.length + 1} /Root 1 0 R ${raw.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/**
 * A label, and next to it words that begin like an amount and continue with spaces. One glyph stands for several
 * U+2003, so the program that reads the file takes them for letters of the word.
 */
export function blankAmounts(blanks: number, labels = 1): Buffer {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Synthetic def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <20> <79> <0020> endbfrange
1 beginbfchar <7a> <${'2003'.repeat(4)}> endbfchar
endcmap end end`;
  const lines = Array.from({ length: labels }, (_, index) => {
    const y = 740 - (index % 60) * 12;
    return `1 0 0 1 40 ${y} Tm (ACV:) Tj 1 0 0 1 120 ${y} Tm (\\(${'z'.repeat(blanks / 4)}x) Tj`;
  });
  const sentence = 'These are words enough to be taken for a page of text and not for a scan of one';
  const rest = Array.from({ length: 10 }, (_, index) => `1 0 0 1 ${200} ${20 + index * 6} Tm (${sentence}) Tj`);
  return rawPdf({
    content: deflateSync(Buffer.from(`BT /F2 4 Tf ${[...lines, ...rest].join(' ')} ET`)),
    resources: '/F2 7 0 R',
    objects: [
      '<< >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 8 0 R >>',
      [`<< /Length ${map.length} >>`, Buffer.from(map)],
    ],
  });
}

const mebibyte = 1_048_576;

/** Unpacks into this many megabytes of the same text, and is created without unpacking it: one block, repeated. */
export function bombOf(text: string, megabytes: number): Buffer {
  const plain = Buffer.from(text.repeat(Math.ceil((16 * mebibyte) / text.length)));
  const block = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: Math.ceil(megabytes / 16) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, deflateRawSync(Buffer.alloc(0)), Buffer.alloc(4)]);
}

const report = async () => (await makeReport('ccc', 1)).pdf;

async function locked(options: { userPassword?: string; ownerPassword?: string }): Promise<Buffer> {
  const doc = new Pdf({ ...options, info: { CreationDate: new Date('2026-01-01T00:00:00Z') } });
  const bytes = buffer(doc);
  doc.text('SYNTHETIC, under a password. '.repeat(20));
  doc.end();
  return bytes;
}

/** A PDF of exactly this many bytes: padded after its objects, where readers do not look. */
export function padded(pdf: Buffer, size: number): Buffer {
  const filler = Buffer.alloc(size - pdf.length, 0x20);
  filler[0] = 0x25;
  filler[filler.length - 1] = 0x0a;
  const end = pdf.lastIndexOf('startxref');
  return Buffer.concat([pdf.subarray(0, end), filler, pdf.subarray(end)]);
}

const picture = (width: number, height: number, stream: Buffer): readonly [string, Buffer] => [
  `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${stream.length} >>`,
  stream,
];
const showsPicture = deflateSync(Buffer.from('q 612 0 0 792 0 0 cm /X Do Q'));
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const hostileFiles: readonly Hostile[] = [
  { name: 'a bomb of 700 MB', answer: 'refuse', make: () => rawPdf({ content: bombOf(' ', 704) }) },
  { name: 'amounts of blanks', answer: 'read', make: () => blankAmounts(196) },
  {
    name: 'a bomb in a bomb, 1.5 GB',
    answer: 'refuse',
    make: () =>
      rawPdf({ content: deflateSync(bombOf(' ', 1536), { level: 9 }), filter: '[/FlateDecode /FlateDecode]' }),
  },
  {
    name: 'a bomb of operators',
    answer: 'refuse',
    make: () => rawPdf({ content: bombOf('q 1 0 0 1 0 0 cm Q\n', 256) }),
  },
  {
    name: 'a bomb of words',
    answer: 'refuse',
    make: () => rawPdf({ content: bombOf('BT /F1 9 Tf 40 700 Td (ab cd) Tj ET\n', 16) }),
  },
  { name: '20,000 pages', answer: 'refuse', make: () => rawPdf({ kids: '3 0 R '.repeat(20_000), count: 20_000 }) },
  { name: 'pages that are their own parents', answer: 'refuse', make: () => rawPdf({ kids: '2 0 R', count: 5 }) },
  { name: 'a table of contents that leads to itself', answer: 'read', make: () => rawPdf({ trailer: '/Prev 9' }) },
  { name: 'a form that draws itself', answer: 'read', make: selfDrawing },
  {
    name: 'brackets a hundred thousand deep',
    answer: 'read',
    make: () => rawPdf({ page: `/Deep ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
  },
  {
    name: 'a script that runs at opening',
    answer: 'read',
    make: () => rawPdf({ catalog: '/OpenAction << /S /JavaScript /JS (while(1){}) >>' }),
  },
  {
    name: 'a program that is launched',
    answer: 'read',
    make: () => rawPdf({ catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }),
  },
  {
    name: 'a picture of 900 megapixels',
    answer: 'read',
    make: () => rawPdf({ content: showsPicture, objects: [picture(30_000, 30_000, bombOf('\xff', 896))] }),
  },
  {
    name: 'a page of 200 by 200 inches',
    answer: 'read',
    make: () => rawPdf({ content: deflateSync(Buffer.from('0 g')), page: '/UserUnit 100 /MediaBox [0 0 14400 14400]' }),
  },
  {
    name: 'a password',
    answer: 'refuse',
    make: () => locked({ userPassword: 'synthetic', ownerPassword: 'synthetic' }),
  },
  { name: 'a password for changes only', answer: 'read', make: () => locked({ ownerPassword: 'synthetic' }) },
  { name: 'cut in half', answer: 'refuse', make: async () => half(await report(), 0.5) },
  { name: 'cut near its end', answer: 'refuse', make: async () => half(await report(), 0.97) },
  { name: 'cut near its beginning', answer: 'refuse', make: async () => half(await report(), 0.05) },
  {
    name: 'a page of the web before it',
    answer: 'read',
    make: async () => Buffer.concat([Buffer.from('<html><script>alert(1)</script>\n'), await report()]),
  },
  {
    name: 'its mark too late',
    answer: 'refuse',
    make: async () => Buffer.concat([Buffer.alloc(1024, 0x20), await report()]),
  },
  {
    name: 'a picture that says it is one',
    answer: 'refuse',
    make: () => Buffer.concat([png, Buffer.from('%PDF-1.7'), Buffer.alloc(4000, 1), Buffer.from('%%EOF')]),
  },
  { name: 'a picture', answer: 'refuse', make: () => Buffer.concat([png, Buffer.alloc(4000, 1)]) },
  { name: 'text', answer: 'refuse', make: () => Buffer.from('This is a report. '.repeat(100)) },
  { name: 'nothing', answer: 'refuse', make: () => Buffer.alloc(0) },
  { name: 'a mark and an end', answer: 'refuse', make: () => Buffer.from(`%PDF-1.7${newline}%%EOF`) },
  { name: '15 MiB', answer: 'read', make: async () => padded(await report(), 15_728_640) },
];

const half = (pdf: Buffer, share: number): Buffer => pdf.subarray(0, Math.floor(pdf.length * share));

function selfDrawing(): Buffer {
  const draws = deflateSync(Buffer.from('/X Do /X Do'));
  const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >> /Filter /FlateDecode /Length ${draws.length} >>`;
  return rawPdf({ content: deflateSync(Buffer.from('/X Do')), objects: [[form, draws]] });
}
