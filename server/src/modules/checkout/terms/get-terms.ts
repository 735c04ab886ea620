import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { products, type Product, termsVersion } from '../rules.ts';

const folder = new URL('./', import.meta.url);

const texts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -'.md'.length), readFileSync(new URL(file, folder), 'utf8')]),
);

/** The terms the customer agrees to, in Markdown. */
export function getTerms(product: Product, version = termsVersion): string {
  const text = texts.get(`${product}-${version}`);
  assert(text !== undefined, `there are no terms ${product}-${version}`);
  return text;
}

// A missing text is noticed when the process starts, not when a customer opens the page.
for (const product of products) getTerms(product);
