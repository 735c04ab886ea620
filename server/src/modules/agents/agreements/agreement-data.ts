import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export type Agreement = {
  readonly version: string;
  /** Lower-case hex SHA-256 of the UTF-8 text, so that anyone can verify it (D-053). */
  readonly hash: string;
  readonly markdown: string;
};

const folder = new URL('./', import.meta.url);

/** By version. Superseded versions stay readable: agents accepted them. */
export const agreements: ReadonlyMap<string, Agreement> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const markdown = readFileSync(new URL(file, folder), 'utf8');
      const version = file.slice(0, -'.md'.length);
      return [version, { version, hash: createHash('sha256').update(markdown).digest('hex'), markdown }];
    }),
);
