import type { SumLine, SumLineName } from '../report-schemas.ts';
import { present, toPrinted, type Printed } from './printed-rules.ts';
import {
  findAmount,
  isNear,
  joinTexts,
  listAmounts,
  phrasesOf,
  rightOfWord,
  textOf,
  type Precision,
  type Row,
} from './row-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';

/** The label of the offer, and what the other labels mean; the first pattern that fits decides. */
export type SumWords = {
  readonly offer: RegExp;
  readonly names: readonly (readonly [pattern: RegExp, name: SumLineName])[];
};

type Sum = { readonly lines: readonly SumLine[]; readonly page: number; readonly amountRight: number };

/** No report has more lines. */
const maxLines = 40;

/**
 * The sum of the first page. Its column is that of the offer: a label belongs to it by its left or its right edge, and an
 * amount by its own right edge, so that a larger figure beside the sum is no part of it.
 */
export function readSum(
  rows: readonly Row[],
  words: SumWords,
  about: { precision: Precision; ocr: boolean },
): Sum | undefined {
  const { precision, ocr } = about;
  const offer = rows.flatMap((row) => findOffer(row, words.offer, precision))[0];
  if (offer === undefined) return undefined;
  const inColumn = (label: readonly Word[]): boolean =>
    isNear(label[0]?.x ?? 0, offer.left, precision.edge) || isNear(rightEdge(label), offer.right, precision.edge);
  const lines: SumLine[] = [];
  let offerSeen = false;
  for (const [index, row] of rows.entries()) {
    if (row.page !== offer.page || lines.length >= maxLines) continue;
    const label = phrasesOf(row).find((phrase) => inColumn(phrase));
    const amount = label === undefined ? undefined : findAmount(row, offer.amountRight, precision);
    if (label === undefined || amount === undefined || rightEdge(label) > (amount.words[0]?.x ?? 0)) continue;
    const { text, sign } = splitSign(textOf(label));
    const whole = withContinuation(text, rows.slice(index + 1, index + 3), inColumn);
    const isOffer = words.offer.test(text);
    const name = isOffer ? 'offer' : (nameOf(whole, words) ?? (offerSeen ? 'other' : 'adjustment'));
    const cents: Printed<number> = toPrinted({ ...amount, value: sign * amount.value }, ocr);
    lines.push(present({ name, label: whole, cents, rate_thousandths: name === 'tax' ? rateOf(whole) : undefined }));
    offerSeen ||= isOffer;
    if (name === 'total') break;
  }
  return { lines, page: offer.page, amountRight: offer.amountRight };
}

const rightEdge = (phrase: readonly Word[]): number => {
  const last = phrase.at(-1);
  return last === undefined ? 0 : rightOfWord(last);
};

type Offer = { readonly page: number; readonly left: number; readonly right: number; readonly amountRight: number };

function findOffer(row: Row, pattern: RegExp, precision: Precision): Offer[] {
  const label = phrasesOf(row).find((phrase) => pattern.test(splitSign(textOf(phrase)).text));
  const from = label === undefined ? 0 : rightEdge(label);
  const amount = listAmounts(row, precision).find(({ words }) => (words[0]?.x ?? 0) > from);
  if (label === undefined || amount === undefined) return [];
  return [{ page: row.page, left: label[0]?.x ?? 0, right: from, amountRight: amount.right }];
}

/** The sign can stand at the end of the label. */
function splitSign(label: string): { readonly text: string; readonly sign: 1 | -1 } {
  const text = label.trim();
  const [sign] = /[-–−+=]$/.exec(text) ?? [];
  return sign === undefined ? { text, sign: 1 } : { text: text.slice(0, -1).trim(), sign: /[-–−]/.test(sign) ? -1 : 1 };
}

/** A label with an open bracket goes on in the next row. */
function withContinuation(text: string, next: readonly Row[], inColumn: (label: readonly Word[]) => boolean): string {
  if (!text.includes('(') || text.includes(')')) return text;
  const rest = next.flatMap((row) => phrasesOf(row).filter((phrase) => inColumn(phrase)))[0];
  return rest === undefined ? text : joinTexts([text, textOf(rest)]);
}

const nameOf = (label: string, { names }: SumWords): SumLineName | undefined =>
  names.find(([pattern]) => pattern.test(label))?.[1];

/** "(7.25%)" is 7,250 thousandths of a percent. */
function rateOf(label: string): number | undefined {
  const [, whole = '', , decimals = ''] = /\((\d{1,2})(\.(\d{1,3}))?%\)/.exec(label) ?? [];
  return whole === '' ? undefined : Number(whole) * 1000 + Number(decimals.padEnd(3, '0'));
}
