import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '#context';
import { html } from '#lib/text/html';
import { createSurface, entityTagOf, htmlErrors, isKnown, sendHtml, sendStored, type PageAsset } from '#platform/http';

/** Only our own files run or are loaded, framing is forbidden, and no text can become a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

type BuiltFile = {
  readonly type: string;
  readonly tag: string;
  readonly plain: Buffer;
  /** As the build compressed it. */
  readonly brotli: Buffer | undefined;
  gzip?: Buffer;
};

/** The built files by their path; empty without a build. They are few and small, and stay in memory. */
function readBuilt(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  const built = new URL(`../../../../web/${folder}/`, import.meta.url);
  if (!existsSync(built)) return files;
  for (const entry of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    const type = types[entry.split('.').at(-1) ?? ''];
    if (type === undefined) continue;
    const plain = readFileSync(new URL(entry, built));
    const brotli = new URL(`${entry}.br`, built);
    files.set(entry, {
      type,
      tag: entityTagOf(plain),
      plain,
      brotli: existsSync(brotli) ? readFileSync(brotli) : undefined,
    });
  }
  return files;
}

/** The files that this build's pages use, by their addresses. */
export const listBuilt = (prefix: Pages['prefix'], folder: string): PageAsset[] =>
  [...readBuilt(folder)]
    .filter(([path]) => path.startsWith('assets/'))
    .map(([path, { type, plain }]) => ({ path: `${prefix}/${path}`, type, content: plain }));

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers(headers).header('content-type', file.type).header('vary', 'accept-encoding');
  const [encoding, bytes] = encode(file, request.headers['accept-encoding']?.toString() ?? '');
  const tag = file.tag.replace(/"$/, `-${encoding}"`);
  reply.header('etag', tag);
  if (isKnown(request, tag)) return reply.code(304).removeHeader('content-type').send();
  if (encoding !== 'plain') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** Browsers accept Brotli only over TLS. */
function encode(file: BuiltFile, accepted: string): ['br' | 'gzip' | 'plain', Buffer] {
  if (file.brotli !== undefined && /\bbr\b/.test(accepted)) return ['br', file.brotli];
  if (!/\bgzip\b/.test(accepted)) return ['plain', file.plain];
  // Once per file and process, at its first request.
  file.gzip ??= gzipSync(file.plain, { level: 9 });
  return ['gzip', file.gzip];
}

type Pages = {
  readonly prefix: '/board' | '/portal';
  /** The output folder of `npm run build` below web/, and the page in it. */
  readonly folder: string;
  readonly page: string;
  /** As in "The board is not built". */
  readonly name: string;
};

/** One page for all addresses below the prefix, and its files, named by their contents. */
export async function mountBuiltPages(app: FastifyInstance, { metrics }: Ctx, pages: Pages): Promise<void> {
  const files = readBuilt(pages.folder);
  const index = files.get(pages.page);
  const title = `The ${pages.name} is not built`;
  const notBuilt = html`<h1>${title}</h1>
    <p>Run <code>npm run build</code> once, then start the service again.</p>`;
  const sendIndex = (request: FastifyRequest, reply: FastifyReply) =>
    index === undefined
      ? sendHtml(reply, { status: 503, title, body: notBuilt })
      : sendFile(request, reply.header('cache-control', 'no-cache'), index);
  await createSurface(app, {
    prefix: pages.prefix,
    errors: htmlErrors,
    bodyLimit: 4_096,
    metrics,
    mount: async (surface) => {
      const config = { operation: `${pages.name}.page`, audience: 'anyone' } as const;
      surface.get('', { config }, async (request, reply) => sendIndex(request, reply));
      surface.get(
        '/assets/:name',
        { config: { ...config, operation: `${pages.name}.asset` } },
        async (request, reply) => {
          const file = files.get(`assets/${(request.params as { name: string }).name}`);
          if (file === undefined) return sendStored(request.ctx.db, request, reply);
          return sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file);
        },
      );
      surface.get('/*', { config }, async (request, reply) => sendIndex(request, reply));
    },
  });
}
