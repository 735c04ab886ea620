import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { mountBuiltPages } from './built-pages.ts';

/** The staff board. */
export const mountBoardPages = (app: FastifyInstance, ctx: Ctx): Promise<void> =>
  mountBuiltPages(app, ctx, { prefix: '/board', folder: 'dist', page: 'index.html', name: 'board' });
