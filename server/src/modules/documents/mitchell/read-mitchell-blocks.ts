import { readDate, readMoney } from '../extraction/value-rules.ts';
import { findCell } from '../contents/find-cell.ts';
import { isMasked, readComparableVin } from '../contents/comparable-rules.ts';
import { readBlockAdjustments, type BlockAdjustment } from './read-block-adjustments.ts';
import { textOf, type Found, type Precision, type Row } from '../contents/row-rules.ts';

/** A comparable vehicle as its own block shows it. */
export type Block = {
  readonly number: number;
  readonly description: Found<string> | undefined;
  readonly kind: 'list' | 'sold';
  readonly price: Found<number> | undefined;
  readonly vin: Found<string> | undefined;
  readonly masked: boolean;
  readonly dated: Found<string> | undefined;
  readonly distance: Found<number> | undefined;
  readonly adjustments: readonly BlockAdjustment[];
  readonly total: Found<number> | undefined;
  readonly adjusted: Found<number> | undefined;
};

const maxBlocks = 40;

/** The blocks of comparable vehicles: each begins with its number and ends where the next begins. */
export function readMitchellBlocks(rows: readonly Row[], precision: Precision): Block[] {
  const heads = rows.flatMap((row, index) => (isHead(row) ? [index] : []));
  return heads.slice(0, maxBlocks).flatMap((start, place) => {
    const head = rows[start];
    return head === undefined ? [] : [readBlock(head, rows.slice(start + 1, heads[place + 1]), precision)];
  });
}

const headEnd = /\b(List|Sold) Price:\s*(\$\s?[\d,]+(?:\.\d\d)?)$/i;

const isHead = ({ words }: Row): boolean =>
  words[0] !== undefined && words[0].x < 70 && /^\d{1,2}$/.test(words[0].text) && headEnd.test(textOf(words));

function readBlock(head: Row, rows: readonly Row[], precision: Precision): Block {
  const [, kind = '', amount = ''] = headEnd.exec(textOf(head.words)) ?? [];
  const price = readMoney(amount);
  const priceAt = head.words.findLastIndex(({ text }) => /^(?:List|Sold)$/i.test(text));
  const description = head.words.slice(1, priceAt);
  const cellOf = (label: string) => findCell(rows, label, precision);
  const vin = cellOf('VIN');
  const date = cellOf('Listing Date');
  const dated = date === undefined ? undefined : readDate(textOf(date));
  const distance = cellOf('Distance from Loss Vehicle');
  const [, miles] = /^(\d{1,4}) miles?$/i.exec(textOf(distance ?? [])) ?? [];
  const number = vin === undefined ? undefined : readComparableVin(textOf(vin));
  return {
    number: Number(head.words[0]?.text),
    description: description.length === 0 ? undefined : { value: textOf(description), words: description },
    kind: /^sold$/i.test(kind) ? 'sold' : 'list',
    price: price === undefined ? undefined : { value: price, words: head.words.slice(priceAt) },
    vin: number === undefined || vin === undefined ? undefined : { value: number, words: vin },
    masked: number !== undefined && isMasked(number),
    dated: dated === undefined || date === undefined ? undefined : { value: dated, words: date },
    distance: miles === undefined || distance === undefined ? undefined : { value: Number(miles), words: distance },
    ...readBlockAdjustments(rows, precision),
  };
}
