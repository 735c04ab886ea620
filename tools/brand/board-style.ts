import { colors, type Scheme } from '../../server/src/lib/brand/colors.ts';
import { fontPath } from '../../server/src/platform/http/stored-assets.ts';

const properties = (scheme: Scheme, indent: string): string =>
  Object.entries(colors[scheme])
    .map(
      ([name, value]) =>
        `${indent}--brand-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};\n`,
    )
    .join('');

/** The colors and the font of all pages, for the board's style sheet; the service serves the font to both. */
export const describeBoardStyle = (): string =>
  `/* Made by npm run generate from server/src/lib/brand/colors.ts. */
@font-face {
  font-family: Text;
  src: url('${fontPath}') format('woff2');
  font-weight: 200 800;
  font-display: swap;
}

:root {
${properties('light', '  ')}}

@media (prefers-color-scheme: dark) {
  :root {
${properties('dark', '    ')}  }
}
`;
