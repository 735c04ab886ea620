// Rosters of synthetic vehicles: what an institution sends from one night to the next.

export type Row = { readonly vin: string; readonly ref: string; readonly email: string };

/** The row as `fillEnrollments` wrote it. */
export const filledRow = (number: number): Row => ({
  vin: `3F${String(number).padStart(15, '0')}`,
  ref: `loan-${number}`,
  email: `member${number}@example.com`,
});

const newRow = (number: number): Row => ({
  vin: `3N${String(number).padStart(15, '0')}`,
  ref: `new-${number}`,
  email: `new${number}@example.com`,
});

/**
 * A roster that changes a little every night: of a hundred rows one leaves, one joins, and one gets another
 * reference.
 */
export class Book {
  #rows: Row[];
  #nights = 0;
  #made = 0;

  constructor(rows: readonly Row[]) {
    this.#rows = [...rows];
  }

  /** The next night's roster, and how many changes of each kind it has. */
  next(): { readonly rows: readonly Row[]; readonly changes: number } {
    this.#nights += 1;
    const share = Math.floor(this.#rows.length / 100);
    const staying = this.#rows.slice(share);
    const changed = staying.map((row, at) => (at < share ? { ...row, ref: `night-${this.#nights}-${at}` } : row));
    const coming = Array.from({ length: share }, () => newRow((this.#made += 1)));
    // Changed rows move to the end, so that the next night changes others.
    this.#rows = [...changed.slice(share), ...changed.slice(0, share), ...coming];
    return { rows: this.#rows, changes: 3 * share };
  }
}

const toBody = ({ vin, ref, email }: Row) => ({
  external_ref: ref,
  member: { first_name: 'Synthetic', last_name: 'Member', email },
  vehicle: { vin, year: 2022, make: 'Synthetic', model: 'Wagon' },
});

export const toObject = (rows: readonly Row[]): Buffer => Buffer.from(JSON.stringify({ roster: rows.map(toBody) }));

/** In chunks of some hundred kilobytes, as a client streams a file. */
export function* toLines(rows: Iterable<Row>): Generator<Buffer> {
  let piece = '';
  for (const row of rows) {
    piece += `${JSON.stringify(toBody(row))}\n`;
    if (piece.length < 262_144) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

export function* newRows(count: number): Generator<Row> {
  for (let number = 1; number <= count; number += 1) yield newRow(number);
}

/** The rows of `fillEnrollments`, one in a hundred with another reference. */
export function* changedRows(count: number): Generator<Row> {
  for (let number = 1; number <= count; number += 1) {
    const row = filledRow(number);
    yield number % 100 === 0 ? { ...row, ref: `changed-${number}` } : row;
  }
}
