// QR codes (ISO/IEC 18004), as much of them as a set-up address needs: bytes, error correction M, versions 1 to 10.

/** Error correction M by version: codewords of correction per block, and the data codewords of each block. */
const blocksOf: readonly { readonly correction: number; readonly data: readonly number[] }[] = [
  { correction: 10, data: [16] },
  { correction: 16, data: [28] },
  { correction: 26, data: [44] },
  { correction: 18, data: [32, 32] },
  { correction: 24, data: [43, 43] },
  { correction: 16, data: [27, 27, 27, 27] },
  { correction: 18, data: [31, 31, 31, 31] },
  { correction: 22, data: [38, 38, 39, 39] },
  { correction: 22, data: [36, 36, 36, 37, 37] },
  { correction: 26, data: [43, 43, 43, 43, 44] },
];

/** Centers of the alignment patterns by version. */
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/**
 * The code of a text as rows of dark (true) and light modules, without its quiet border; undefined for more than 213
 * bytes.
 */
export function encodeQr(text: string): boolean[][] | undefined {
  const bytes = Buffer.from(text);
  const version = versionFor(bytes.length);
  if (version === undefined) return undefined;
  const words = interleave(dataWords(bytes, version), version);
  let best: { grid: boolean[][]; penalty: number } | undefined;
  for (let mask = 0; mask < 8; mask += 1) {
    const grid = draw(version, words, mask);
    const penalty = penaltyOf(grid);
    if (best === undefined || penalty < best.penalty) best = { grid, penalty };
  }
  return best?.grid;
}

/** One path for all dark modules, with the quiet border of four that readers need. */
export function qrSvgPath(grid: readonly (readonly boolean[])[]): { readonly size: number; readonly path: string } {
  const border = 4;
  const path = grid.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + border},${y + border}h1v1h-1z`] : [])),
  );
  return { size: grid.length + 2 * border, path: path.join('') };
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16);
const capacityOf = (version: number): number => blocksOf[version - 1]?.data.reduce((sum, count) => sum + count, 0) ?? 0;

function versionFor(length: number): number | undefined {
  const version = blocksOf.findIndex((_, index) => 4 + lengthBits(index + 1) + 8 * length <= 8 * capacityOf(index + 1));
  return version < 0 ? undefined : version + 1;
}

/** Mode, length and bytes as codewords, filled up to what the version holds. */
function dataWords(bytes: Buffer, version: number): number[] {
  const bits = [
    toBits(0b0100, 4),
    toBits(bytes.length, lengthBits(version)),
    ...[...bytes].map((one) => toBits(one, 8)),
  ]
    .join('')
    .concat('0000')
    .slice(0, 8 * capacityOf(version));
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const words = (padded.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2));
  for (let turn = 0; words.length < capacityOf(version); turn += 1) words.push(turn % 2 === 0 ? 0xec : 0x11);
  return words;
}

const toBits = (value: number, length: number): string => value.toString(2).padStart(length, '0');

/** Data and correction of all blocks, one codeword of each block in turn. */
function interleave(words: readonly number[], version: number): number[] {
  const { correction, data } = blocksOf[version - 1] ?? { correction: 0, data: [] };
  let start = 0;
  const blocks = data.map((count) => words.slice(start, (start += count)));
  const checks = blocks.map((block) => correctionOf(block, correction));
  return [...inTurn(blocks), ...inTurn(checks)];
}

const inTurn = (blocks: readonly (readonly number[])[]): number[] =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, index) =>
    blocks.flatMap((block) => block[index] ?? []),
  ).flat();

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Reed-Solomon codewords of a block. */
function correctionOf(block: readonly number[], degree: number): number[] {
  const divisor = Array.from<number>({ length: degree }).fill(0);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let turn = 0; turn < degree; turn += 1) {
    for (let index = 0; index < degree; index += 1)
      divisor[index] = multiply(divisor[index] ?? 0, root) ^ (divisor[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  const rest = Array.from<number>({ length: degree }).fill(0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, index) => (rest[index] = (rest[index] ?? 0) ^ multiply(coefficient, factor)));
  }
  return rest;
}

type Canvas = { readonly size: number; readonly grid: boolean[][]; readonly fixed: boolean[][] };

const put = ({ grid, fixed }: Canvas, [x, y]: readonly [x: number, y: number], dark: boolean): void => {
  const [row, marks] = [grid[y], fixed[y]];
  if (row === undefined || marks === undefined || x < 0 || x >= row.length) return;
  row[x] = dark;
  marks[x] = true;
};

function draw(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const blank = (): boolean[][] =>
    Array.from({ length: size }, () => Array.from<boolean>({ length: size }).fill(false));
  const canvas: Canvas = { size, grid: blank(), fixed: blank() };
  drawPatterns(canvas, version);
  drawFormat(canvas, mask);
  if (version >= 7) drawVersion(canvas, version);
  drawWords(canvas, words, mask);
  return canvas.grid;
}

function drawPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas;
  for (let at = 0; at < size; at += 1) {
    put(canvas, [6, at], at % 2 === 0);
    put(canvas, [at, 6], at % 2 === 0);
  }
  drawSquare(canvas, [3, 3], 4);
  drawSquare(canvas, [size - 4, 3], 4);
  drawSquare(canvas, [3, size - 4], 4);
  const centers = alignments[version - 1] ?? [];
  const last = centers.at(-1);
  for (const x of centers)
    for (const y of centers)
      if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6))) drawSquare(canvas, [x, y], 2);
}

/** A finder pattern with its light border (radius 4), or an alignment pattern (radius 2). */
function drawSquare(canvas: Canvas, [cx, cy]: readonly [x: number, y: number], radius: 2 | 4): void {
  for (let dy = -radius; dy <= radius; dy += 1)
    for (let dx = -radius; dx <= radius; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      put(canvas, [cx + dx, cy + dy], radius === 2 ? ring !== 1 : ring !== 2 && ring !== 4);
    }
}

/** A number followed by its remainder modulo a polynomial. */
function withRemainder(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let turn = 0; turn < degree; turn += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

/** Error correction M is 00, so the mask alone is what is said. */
function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas;
  const format = withRemainder(mask, 10, 0x537) ^ 0x5412;
  const bit = (index: number): boolean => ((format >>> index) & 1) === 1;
  for (let index = 0; index <= 5; index += 1) put(canvas, [8, index], bit(index));
  put(canvas, [8, 7], bit(6));
  put(canvas, [8, 8], bit(7));
  put(canvas, [7, 8], bit(8));
  for (let index = 9; index < 15; index += 1) put(canvas, [14 - index, 8], bit(index));
  for (let index = 0; index < 8; index += 1) put(canvas, [size - 1 - index, 8], bit(index));
  for (let index = 8; index < 15; index += 1) put(canvas, [8, size - 15 + index], bit(index));
  put(canvas, [8, size - 8], true);
}

function drawVersion(canvas: Canvas, version: number): void {
  const bits = withRemainder(version, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >>> index) & 1) === 1;
    const [far, near] = [canvas.size - 11 + (index % 3), Math.floor(index / 3)];
    put(canvas, [far, near], dark);
    put(canvas, [near, far], dark);
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** In pairs of columns from the right, up and down in turn, around everything that is fixed. */
function drawWords({ size, grid, fixed }: Canvas, words: readonly number[], mask: number): void {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    const upward = ((column + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1)
      for (const x of [column, column - 1]) {
        const y = upward ? size - 1 - step : step;
        const row = grid[y];
        if (row === undefined || fixed[y]?.[x] === true) continue;
        const dark = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = dark !== (masks[mask]?.(x, y) ?? false);
        bit += 1;
      }
  }
}

/** How hard it is to read: long runs, blocks, what looks like a finder, and too much of one color. */
function penaltyOf(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x] ?? false))].map((line) =>
    line.map((dark) => (dark ? '1' : '0')).join(''),
  );
  let penalty = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 0; y + 1 < size; y += 1)
    for (let x = 0; x + 1 < size; x += 1) {
      const dark = grid[y]?.[x];
      if (dark === grid[y]?.[x + 1] && dark === grid[y + 1]?.[x] && dark === grid[y + 1]?.[x + 1]) penalty += 3;
    }
  const share = grid.flat().filter(Boolean).length / (size * size);
  return penalty + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}
