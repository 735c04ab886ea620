import type { FastifyReply, FastifyRequest } from 'fastify';
import { addDays } from '#lib/time/dates';
import { lockNames, prepared, type Database } from '#platform/db';
import { notFound } from '#platform/errors';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

/** Atkinson Hyperlegible Next, variable, Latin: the one font of our pages (docs/decisions/0053). */
export const font = readFileSync(fileURLToPath(import.meta.resolve(file)));

/** Named by its content, so that it can be cached forever. */
export const fontPath = `/assets/text-${createHash('sha256').update(font).digest('hex').slice(0, 12)}.woff2`;

/** A file that pages load, whose address changes with its content. */
export type PageAsset = { readonly path: string; readonly type: string; readonly content: Buffer };

/** How long files of a replaced version are stored, because a browser may still have its pages open. */
const keptDays = 1;

const listCurrent = prepared<[], { path: string }>(
  'http.list-current-assets',
  'select path from platform.assets where replaced_at is null',
);

const insert = prepared<[path: string, type: string, content: Buffer], never>(
  'http.insert-asset',
  `insert into platform.assets (path, type, content) values ($1, $2, $3)
   on conflict (path) do update set replaced_at = null`,
);

const replace = prepared<[paths: readonly string[], now: Date], never>(
  'http.replace-assets',
  'update platform.assets set replaced_at = $2 where replaced_at is null and path <> all($1::text[])',
);

const purge = prepared<[before: Date], never>(
  'http.purge-assets',
  'delete from platform.assets where replaced_at < $1',
);

const findAsset = prepared<[path: string], { type: string; content: Buffer }>(
  'http.find-asset',
  'select type, content from platform.assets where path = $1',
);

/** Stores this version's files for processes of other versions, and deletes those replaced more than a day ago. */
export async function storeAssets(db: Database, assets: readonly PageAsset[], now: Date): Promise<void> {
  await db.inTransaction(async (tx) => {
    // Several processes start at the same moment.
    lockNames(tx, ['assets']);
    const current = new Set((await tx.many(listCurrent())).map(({ path }) => path));
    for (const { path, type, content } of assets) if (!current.has(path)) tx.write(insert(path, type, content));
    const paths = assets.map(({ path }) => path);
    tx.write(replace(paths, now));
    tx.write(purge(addDays(now, -keptDays)));
  });
}

/** Sends a file of another version of the service, or 404. */
export async function sendStored(
  db: Pick<Database, 'find'>,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const kept = await db.find(findAsset(url.split('?', 1)[0] ?? ''));
  if (kept === undefined) throw notFound();
  return reply
    .headers({
      'content-type': kept.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    .send(kept.content);
}
