// Statements of two recorded requests, turned into templates with which the same work can be repeated for other
// requests.
import type { Recorded } from './statement-recorder.ts';

/** A part of a parameter: text that every request has, or something generated for each request. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'id'; readonly prefix: string; readonly slot: number }
  | { readonly kind: 'email' }
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'now' };

export type Statement = {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly (readonly Piece[] | null)[];
};

const changing = new RegExp(
  [
    String.raw`\b(?<prefix>[a-z]{3,4}_)[0-9A-Za-z]{24}\b`,
    String.raw`(?<email>[\w.-]+@example\.com)`,
    String.raw`\\x(?<bytes>[0-9a-f]+)`,
    String.raw`(?<now>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::\d\d)?)?)`,
    String.raw`(?<number>-?\d{15,20})`,
  ].join('|'),
  'g',
);

/** The remaining time of a search is in the statement itself, and differs by a millisecond or two. */
const withoutBudget = (text: string): string => text.replace(/^(set local statement_timeout = )\d+$/, '$1');

/**
 * What is equal in both requests is constant; what differs must be of a known kind that can be generated. Anything else
 * is refused: a guessed parameter would measure something else.
 */
export function toTemplates(first: readonly Recorded[], second: readonly Recorded[]): Statement[] {
  if (first.length === 0) throw new Error('nothing was recorded');
  if (first.length !== second.length) throw new Error('two equal requests cost different numbers of statements');
  const slots: [Map<string, number>, Map<string, number>] = [new Map(), new Map()];
  return first.map((one, index) => {
    const other = second[index];
    if (other === undefined || withoutBudget(one.text) !== withoutBudget(other.text))
      throw new Error(`not repeated: ${one.text}`);
    const values = one.values.map((value, place) => {
      const otherValue = other.values[place] ?? null;
      if (value === otherValue) return value === null ? null : [{ kind: 'text' as const, text: value }];
      const pieces = toPieces(value ?? '', slots[0]);
      if (!areAlike(pieces, toPieces(otherValue ?? '', slots[1])))
        throw new Error(`parameter ${place + 1} changes in a way that is not known: ${one.text}`);
      return pieces;
    });
    return { name: one.name, text: one.text, values };
  });
}

/** What is packed before it is encrypted is a few bytes longer or shorter each time. */
const packedBytes = 16;

const areAlike = (pieces: readonly Piece[], others: readonly Piece[]): boolean =>
  pieces.length === others.length &&
  pieces.every((piece, place) => {
    const other = others[place];
    return piece.kind === 'bytes' && other?.kind === 'bytes'
      ? Math.abs(piece.length - other.length) <= packedBytes
      : JSON.stringify(piece) === JSON.stringify(other);
  });

function toPieces(value: string, slots: Map<string, number>): Piece[] {
  const pieces: Piece[] = [];
  const addText = (text: string) => {
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  let end = 0;
  for (const match of value.matchAll(changing)) {
    addText(value.slice(end, match.index));
    end = match.index + match[0].length;
    pieces.push(toPiece(match, slots));
  }
  addText(value.slice(end));
  return pieces;
}

function toPiece({ 0: text, groups = {} }: RegExpExecArray, slots: Map<string, number>): Piece {
  const { prefix, email, bytes, now } = groups;
  if (prefix !== undefined) {
    const slot = slots.get(text) ?? slots.size;
    slots.set(text, slot);
    return { kind: 'id', prefix, slot };
  }
  if (email !== undefined) return { kind: 'email' };
  if (bytes !== undefined) return { kind: 'bytes', length: bytes.length / 2 };
  return { kind: now === undefined ? 'number' : 'now' };
}
