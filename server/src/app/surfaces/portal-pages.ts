import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { mountBuiltPages } from './built-pages.ts';

/** The partner portal: a build of its own, so that nothing of the board is sent to partners. */
export const mountPortalPages = (app: FastifyInstance, ctx: Ctx): Promise<void> =>
  mountBuiltPages(app, ctx, { prefix: '/portal', folder: 'dist-portal', page: 'portal.html', name: 'portal' });
