/** A page of paper at 600 dots per inch; telephones take less. */
const sideMost = 10_000;
const dotsMost = 60_000_000;

/** Frames whose size stands in their header: SOF0 to SOF15 without the three markers that are none. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * A JPEG with a size that a photograph of a page has. What claims to be huge would keep the readers busy, however small
 * the file is; what has no size cannot be drawn.
 */
export function isPhotograph(file: Buffer): boolean {
  if (!file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return false;
  let at = 2;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (isFrame(marker)) return isSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5), file[at + 9] ?? 0);
    at += 2 + file.readUInt16BE(at + 2);
  }
  return false;
}

const isSize = (width: number, height: number, channels: number): boolean =>
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= sideMost &&
  width * height <= dotsMost &&
  [1, 3, 4].includes(channels);
