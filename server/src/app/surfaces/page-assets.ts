import { docsAssets } from '#app/docs/docs-layout';
import { font, fontPath, type PageAsset } from '#platform/http';
import { listBuilt } from './built-pages.ts';

/** Every file that pages load and that is named by its content: of the board, the portal and the documentation, and the font. */
export const listPageAssets = (): PageAsset[] => [
  ...listBuilt('/board', 'dist'),
  ...listBuilt('/portal', 'dist-portal'),
  ...docsAssets.map(({ name, type, content }) => ({
    path: `/developers/assets/${name}`,
    type,
    content: Buffer.from(content),
  })),
  { path: fontPath, type: 'font/woff2', content: font },
];
