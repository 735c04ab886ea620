import type { Paper, Style } from './paper.ts';

/** Breaks a text into lines no wider than the first, then the others, between words or anywhere. */
export function wrapText(
  paper: Paper,
  text: string,
  { widths, style, anywhere = false }: { widths: readonly number[]; style: Style; anywhere?: boolean },
): string[] {
  const lines: string[] = [];
  const pieces = anywhere ? [...text] : text.split(/(?<= )/);
  let current = '';
  for (const piece of pieces) {
    const width = widths[Math.min(lines.length, widths.length - 1)] ?? 0;
    if (current !== '' && paper.widthOf((current + piece).trimEnd(), style) > width) {
      lines.push(current.trimEnd());
      current = piece.trimStart();
    } else current += piece;
  }
  return [...lines, current.trimEnd()];
}
