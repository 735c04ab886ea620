import { Html } from '#lib/text/html';

/** The logo: a broken ring, and the piece that makes it whole again, drawn with strokes on a square of 32. */
export const markPaths = {
  stroke: 6.5,
  ring: 'M27.88 14.33A12 12 0 1 1 16 4',
  piece: 'M18.49 4.26A12 12 0 0 1 27.28 11.9',
  /** The opacity of the piece. */
  pieceOpacity: 0.6,
} as const;

/** Our name in letters of one stroke each, with the baseline at 26 of 32; the o is the ring, closed. */
const letters = [
  'M3 26V13.6M3 19a5 5 0 0 1 10 0v7M13 19a5 5 0 0 1 10 0v7',
  'M41 19.8a6.2 6.2 0 1 1-12.4 0a6.2 6.2 0 0 1 12.4 0M41 13.6V26',
  'M48 6.5V26M57.4 13.6L48.4 21M51.6 18.6L58 26',
  'M62.4 19.8h12.4a6.2 6.2 0 1 0-2 4.6',
  'M79.4 13.6l4.2 12.4l4.4-11.6l4.4 11.6l4.2-12.4',
  'M102 6.5V26M102 19a5.2 5.2 0 0 1 10.4 0v7',
  'M130.2 19.8a6.2 6.2 0 1 1-12.4 0a6.2 6.2 0 0 1 12.4 0',
  'M136 6.5V26',
  'M141.6 19.8h12.4a6.2 6.2 0 1 0-2 4.6',
].join('');

const hidden = 'aria-hidden="true" focusable="false"';

/** The strokes of the logo, on a square of 32. */
const markStrokes = `<g fill="none" stroke="currentColor" stroke-width="${markPaths.stroke}"><path d="${markPaths.ring}"/><path d="${markPaths.piece}" opacity="${markPaths.pieceOpacity}"/></g>`;

/** The logo only, in the color of the surrounding text. */
export const mark = (size: number): Html =>
  new Html(`<svg width="${size}" height="${size}" viewBox="0 0 32 32" ${hidden}>${markStrokes}</svg>`);

/** The logo with our name next to it, drawn instead of set in a font, in the color of the surrounding text. */
export const wordmark = (height: number): Html =>
  new Html(
    `<svg width="${(height * 198) / 32}" height="${height}" viewBox="0 0 198 32" ${hidden}>${markStrokes}<path transform="translate(40)" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round" d="${letters}"/></svg>`,
  );

type Icon = { readonly ground: string; readonly color: string; readonly corner: number };

/** The logo on a background, so that it is visible on light and dark tabs. */
export const iconSvg = ({ ground, color, corner }: Icon): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" color="${color}"><rect width="32" height="32" rx="${corner}" fill="${ground}"/><g transform="translate(5.2 5.2) scale(.675)">${markStrokes}</g></svg>`;
