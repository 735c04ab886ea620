// Condition by component, parts, and the history of the title.
import { dollars, type Paper } from '#test/reports/paper';
import { drawChapter } from './detail-pages.ts';
import type { MitchellFacts } from './facts.ts';

const signed = (cents: number): string => `${cents < 0 ? '-' : ''}$${dollars(cents)}`;

export function drawAdjustments(paper: Paper, facts: MitchellFacts): void {
  let y = drawChapter(paper, 30, 'Loss Vehicle Adjustments', facts);
  paper.text(29, y, 'Condition Adjustments', { size: 12 });
  y += 26;
  const small = { size: 8 } as const;
  paper.text(29.4, y, 'Condition Adjustment:', small).text(113.8, y, signed(facts.conditionTotal), small);
  paper.text(214.2, y, 'Overall Condition:', small).text(287.1, y, facts.overall, small);
  paper.text(390.3, y, 'Typical Vehicle Condition:', small).text(489.1, y, facts.typical, small);
  y += 24;
  for (const [x, label] of [
    [29.4, 'Category'],
    [182.3, 'Condition'],
    [316.7, 'Condition $'],
    [387.8, 'Comments'],
  ] as const)
    paper.text(x, y, label, { size: 7 });
  let group = '';
  for (const [index, row] of facts.condition.entries()) {
    const own = row.group === row.component;
    if (row.group !== group) {
      y += 14.4;
      group = row.group ?? '';
      paper.text(29.4, y, group, small);
    }
    if (!own) {
      y += 14.4;
      paper.text(31.6, y, row.component, small);
    }
    paper.text(182.3, y, row.grade ?? '', small);
    paper.text(334.4, y, signed(row.cents ?? 0), { ...small, align: 'center' });
    const comment = own ? 'LF 7/32 RF 7/32 LR 6/32 RR 6/32' : 'Wear, estimate $120.00 on 01/05/2024';
    if (index % 3 === 0 || own) paper.text(387.8, y, comment, small);
  }
  y = drawParts(paper, y + 34, facts);
  const history = facts.lines.find(({ label }) => label === 'Title History');
  if (history !== undefined) {
    paper.text(29, y, 'Title History Adjustment', { size: 12 });
    paper.text(574, y + 34, signed(history.cents), { size: 9, align: 'right' });
  }
}

function drawParts(paper: Paper, top: number, { parts }: MitchellFacts): number {
  if (parts.length === 0) return top;
  const small = { size: 8 } as const;
  paper.text(29, top, 'After Market Parts and OEM Equipment Adjustments', { size: 12 });
  const y = top + 26;
  paper.text(29.4, y, 'Category', small).text(100.6, y, 'Description', small).text(305.4, y, 'Adjustment Type', small);
  paper.text(449.1, y, 'Adjustment Amount', { ...small, align: 'right' });
  for (const [index, { label, cents }] of parts.entries()) {
    const at = y + 13 * (index + 1);
    paper.text(29.4, at, 'Audio', small).text(100.6, at, label, small).text(305.4, at, 'Depreciated', small);
    paper.text(449.1, at, signed(cents), { ...small, align: 'right' });
  }
  return y + 13 * parts.length + 34;
}
