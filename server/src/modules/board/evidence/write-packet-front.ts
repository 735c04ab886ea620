import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sender } from '#lib/brand/letterhead';
import { PdfPaper } from '#modules/appraisals';
import {
  describeExposure,
  describePacket,
  describeSnapshot,
  tabulateChecklist,
  tabulateMoney,
  tabulateSnapshot,
  type FrontTable,
} from './front-rules.ts';
import { computeIndex, countPages, type IndexLine, type PacketPart } from './rules.ts';
import type { EvidencePacket } from './schemas.ts';

type Front = { readonly packet: EvidencePacket; readonly parts: readonly PacketPart[]; readonly team: Sender };
type Own = { readonly title: string; readonly page: number };
type Written = { readonly content: Buffer; readonly own: readonly Own[]; readonly pages: number };

/** Sections of our own, in their order. */
const titles = ['GAP exposure', 'Checklist', 'Settlement breakdown', 'Market snapshot'] as const;

/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** As long as the longest number of a page, so that the index of the first writing has the lines of the second. */
const anyPage = 999;

/**
 * The pages before the appended files: index, figures, checklist, breakdown, market. Written twice, because the index
 * comes first and names pages that are known last.
 */
export async function writePacketFront(front: Front): Promise<Buffer> {
  const guessed = computeIndex(
    titles.map((title) => ({ title, page: anyPage })),
    anyPage,
    front.parts,
  );
  const draft = await write(front, guessed, anyPage);
  const index = computeIndex(draft.own, draft.pages, front.parts);
  const written = await write(front, index, countPages(draft.pages, front.parts));
  if (written.pages !== draft.pages) throw new Error('the index of a packet moved its pages');
  return written.content;
}

async function write({ packet, team }: Front, index: readonly IndexLine[], total: number): Promise<Written> {
  const title = 'Evidence packet for a GAP claim';
  const paper = await PdfPaper.create({ title: `${title} ${packet.number}`, at: new Date(packet.made_at), team });
  const bytes = buffer(paper.stream);
  const own: Own[] = [];
  const section = (name: (typeof titles)[number]): void => {
    paper.heading(2, name);
    own.push({ title: name, page: paper.pages });
  };
  paper.heading(1, title);
  paper.facts(describePacket(packet));
  paper.heading(2, 'Index');
  await writeTable(paper, {
    caption: 'Index',
    heads: ['Part', 'Page', 'About the file'],
    rows: index.map((line) => [line.title, line.pages, line.note]),
    widths: [206, 76, 222],
  });
  section('GAP exposure');
  paper.paragraph(
    'What the loan leaves uncovered by the insurer, as far as the lender’s GAP program bears it: the payoff less the ' +
      'vehicle’s value before tax and fees, which the deductible is taken off. What is unknown is not counted as zero.',
  );
  paper.facts(describeExposure(packet));
  section('Checklist');
  await writeTable(paper, tabulateChecklist(packet));
  section('Settlement breakdown');
  await writeTable(paper, tabulateMoney(packet));
  section('Market snapshot');
  if (packet.snapshot === null) paper.paragraph('No market read is stored for this case.');
  else {
    paper.facts(describeSnapshot(packet.snapshot));
    await writeTable(paper, tabulateSnapshot(packet.snapshot));
  }
  const { pages } = paper;
  paper.end(`Evidence packet ${packet.number}`, total);
  return { content: await bytes, own, pages };
}

async function writeTable(paper: PdfPaper, { widths, ...table }: FrontTable): Promise<void> {
  const written = paper.table(table, widths);
  for (const row of table.rows.keys()) {
    if (row % rowsPerTurn === 0) await nextTurn();
    written.row(row);
  }
  written.end();
}
