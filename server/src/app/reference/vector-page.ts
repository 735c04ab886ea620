import { readFileSync } from 'node:fs';
import { joinParts, toBlock, toTable, toText } from './markdown-text.ts';
import type { PageSource } from './page-source.ts';

type Vector = {
  readonly name: string;
  readonly signature_base: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Signed requests with their keys, to test a signer in any language; the same file as in the SDK. */
export const vectorsText = readFileSync(new URL('../../../../sdk/vectors/gap-v2.json', import.meta.url), 'utf8');

/** The most complete one: a body, and non-ASCII letters. */
const shownName = 'ed25519: POST with a body in UTF-8';

/** A complete signed request to compare with, byte for byte, and links to the others. */
export const vectorPage: PageSource = {
  path: '/developers/gap/vectors',
  title: 'Test vectors of signatures',
  label: 'Test vectors',
  description:
    'A signed request as it is sent, with the text that was signed, and a file of many more with their keys.',
  section: 'gap',
  order: 50,
  group: 'Signatures',
  markdown: () => {
    const { vectors } = JSON.parse(vectorsText) as { readonly vectors: readonly Vector[] };
    const shown = vectors.find(({ name }) => name === shownName);
    if (shown === undefined) throw new Error(`there is no vector ${shownName}`);
    return joinParts([
      '# Test vectors of signatures',
      `The file [vectors.json](/developers/gap/vectors.json) has ${vectors.length} signed requests with their keys. A signer that makes the same text is right. One of them:`,
      '## The text that is signed',
      'There is no line feed at its end.',
      toBlock(shown.signature_base, 'text'),
      '## The headers it is sent with',
      toBlock(
        Object.entries(shown.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
        'http',
      ),
      '## All of them',
      toTable(
        ['Vector'],
        vectors.map(({ name }) => [toText(name)]),
      ),
    ]);
  },
};
