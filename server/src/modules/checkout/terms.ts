import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { products, type Product } from './rules.ts';

/** The wording in force. Every version ever in force stays in the folder, since acceptances name it. */
export const termsVersion = '2026-11-16';

const folder = new URL('./terms/', import.meta.url);

const texts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -'.md'.length), readFileSync(new URL(file, folder), 'utf8')]),
);

/** What the customer agrees to, in Markdown. */
export function termsOf(product: Product, version = termsVersion): string {
  const text = texts.get(`${product}-${version}`);
  assert(text !== undefined, `there are no terms ${product}-${version}`);
  return text;
}

// A version without one of its texts is noticed when the process starts, not when a customer opens the page.
for (const product of products) termsOf(product);
