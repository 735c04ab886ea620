import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { colors } from '#lib/brand/colors';
import { iconSvg } from '#lib/brand/mark';
import { font, fontPath, sendStored, socialImagePath } from '#platform/http';

/** Named by their content, or small and seldom changed. */
const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';

/** Made by tools/brand/images.ts. */
const readAsset = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));

const { brand, onBrand } = colors.light;

type Asset = { readonly path: string; readonly operation: string; readonly type: string; readonly content: Buffer };

const assets: readonly Asset[] = [
  {
    path: '/favicon.svg',
    operation: 'assets.icon',
    type: 'image/svg+xml; charset=utf-8',
    content: Buffer.from(iconSvg({ ground: brand, color: onBrand, corner: 7 })),
  },
  { path: '/favicon.ico', operation: 'assets.old-icon', type: 'image/x-icon', content: readAsset('favicon.ico') },
  { path: '/touch-icon.png', operation: 'assets.touch-icon', type: 'image/png', content: readAsset('touch-icon.png') },
  { path: socialImagePath, operation: 'assets.social', type: 'image/png', content: readAsset('social.png') },
];

/** What pages load beside themselves. */
export async function brandAssetRoutes(app: FastifyInstance): Promise<void> {
  const serve = ({ path, operation, type, content }: Asset, caching: string): void => {
    // Previews of links load them from other sites.
    const headers = { 'content-type': type, 'cache-control': caching, 'cross-origin-resource-policy': 'cross-origin' };
    app.get(path, { config: { operation, audience: 'anyone' } }, async (_request, reply) =>
      reply.headers(headers).send(content),
    );
  };
  serve({ path: fontPath, operation: 'assets.font', type: 'font/woff2', content: font }, forever);
  app.get('/assets/:name', { config: { operation: 'assets.kept', audience: 'anyone' } }, async (request, reply) =>
    sendStored(request.ctx.db, request, reply),
  );
  for (const asset of assets) serve(asset, aDay);
}
