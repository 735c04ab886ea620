import { docsAssets } from '#app/docs/docs-layout';
import { font, fontPath, type PageAsset } from '#platform/http';
import { listBuilt, mountBuiltPages } from './built-pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';

/** The partner portal, a separate build, so that no part of the board is sent to partners. */
export const mountPortalPages = (app: FastifyInstance, ctx: Ctx): Promise<void> =>
  mountBuiltPages(app, ctx, { prefix: '/portal', folder: 'dist-portal', page: 'portal.html', name: 'portal' });

/** The staff board. */
export const mountBoardPages = (app: FastifyInstance, ctx: Ctx): Promise<void> =>
  mountBuiltPages(app, ctx, { prefix: '/board', folder: 'dist', page: 'index.html', name: 'board' });

/** All files that pages load and that are named by their content: of the board, the portal and the documentation, and the font. */
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
