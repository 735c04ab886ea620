import { describe, expect, it } from 'vitest';
import { readVehicleLine } from './contents.ts';
import { precisionOf, toRows } from './rules.ts';

const precision = precisionOf(false);

/** Words of a line, five points a letter. */
function wordsAt(text: string, { x = 29, y = 50, page = 2 }: { x?: number; y?: number; page?: number } = {}) {
  let left = x;
  return text.split(' ').map((word) => {
    const at = { page, x: left, y, w: word.length * 5, h: 9, text: word, sure: 100 };
    left += word.length * 5 + 3;
    return at;
  });
}

const read = (...lines: ReturnType<typeof wordsAt>[]) => readVehicleLine(toRows(lines.flat(), precision), precision);

const corolla = 'Loss vehicle: 2018 Toyota Corolla | LE 4 Door Sedan | 1.8L 4 Cyl Gas A FWD';

describe('the line about the loss vehicle', () => {
  it('the vehicle line has model and trim between its bars', () => {
    expect(read(wordsAt(corolla))).toMatchObject({ make: 'Toyota', model: 'Corolla', trim: 'LE', certain: true });
  });

  it('the vehicle line continues below its second word, and not in the next line at its own edge', () => {
    const first = wordsAt('Loss vehicle: 2019 Land Rover Range Rover Sport | HSE Dynamic');
    const wrapped = wordsAt('4 Door Utility | 3.0L 6 Cyl', { x: 91.5, y: 61.5 });
    expect(read(first, wrapped)).toMatchObject({ model: 'Range Rover Sport', trim: 'HSE Dynamic', certain: true });
    expect(read(first, wordsAt('Sport Trim', { y: 61.5 }))).toMatchObject({ trim: 'HSE Dynamic', certain: false });
  });

  it('the vehicle line has no trim when the body follows the bar', () => {
    const line = read(wordsAt('Loss vehicle: 2018 Toyota Corolla | 4 Door Sedan | 1.8L'));
    expect(line).toMatchObject({ trim: undefined, certain: true });
  });

  it('the vehicle line is certain only while all its prints agree as far as they go', () => {
    const shorter = wordsAt('Loss vehicle: 2018 Toyota Corolla | LE', { page: 3 });
    const other = wordsAt('Loss vehicle: 2018 Toyota Camry | LE', { page: 4 });
    expect(read(wordsAt(corolla), shorter)?.certain).toBe(true);
    expect(read(wordsAt(corolla), other)?.certain).toBe(false);
  });
});
