/**
 * The colors of everything that people see: pages, board, emails and documents. Text has a contrast of 4.5 or more
 * against its background in both schemes, lines and controls 3 or more; colors.test.ts computes it.
 */
export const colors = {
  light: {
    ink: '#17211f',
    soft: '#51605c',
    paper: '#ffffff',
    panel: '#f3f7f5',
    line: '#7c8b86',
    brand: '#0b5d52',
    onBrand: '#ffffff',
    success: '#1a6b34',
    warning: '#855300',
    danger: '#b3261e',
  },
  dark: {
    ink: '#eef4f2',
    soft: '#aebdb8',
    paper: '#101816',
    panel: '#1a2522',
    line: '#74847f',
    brand: '#6fd6c3',
    onBrand: '#06231e',
    success: '#7fd694',
    warning: '#f0bd5e',
    danger: '#ff9b90',
  },
} as const;

export type ColorName = keyof typeof colors.light;
export type Scheme = keyof typeof colors;

/** Custom properties of one scheme, as CSS. */
export const colorProperties = (scheme: Scheme): string =>
  Object.entries(colors[scheme])
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');
