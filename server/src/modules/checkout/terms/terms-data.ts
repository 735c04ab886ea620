import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '#lib/languages/language';
import { ruleWords } from '../rule-messages.ts';
import { products, type Product, termsVersion, termsVersionIn } from '../rules.ts';

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

/** An old acceptance may have none. */
export const hasTerms = (product: Product, version: string): boolean => texts.has(`${product}-${version}`);

// Missing terms, or terms that contradict the pages, stop the process at startup instead of failing when a customer opens the page.
for (const language of languages)
  for (const product of products)
    for (const sentence of ruleWords[language][product].split(/(?<=\.) /))
      assert(getTerms(product, termsVersionIn(language)).includes(sentence), `the terms lack: ${sentence}`);
