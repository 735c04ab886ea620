import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recoveryBytes, recoveryCodes, sessionIdleS, sessionTtlS, tryWindowS } from '#platform/sign-in';
import { setupTtlS } from '../src/modules/staff/password/password-setup.ts';

// The inventories in docs/security are useful only if they are complete.

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = (name: string): string => readFileSync(join(root, `docs/security/${name}.md`), 'utf8');

/** Production code: without tests, test factories and the demo. */
const sources = globSync('server/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|testing\.ts$|\/demo\//.test(path))
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('the logging page', () => {
  it('has every event of the code, and no other', () => {
    const event = /\blog\.(?:debug|info|warn|error|fatal)\([^;]*?'([a-z]+(?:-[a-z]+)*\.[a-z-]+)'/g;
    const logged = new Set(sources.flatMap(({ text }) => matches(text, event)));
    expect(logged.size).toBeGreaterThan(70);
    const [, listed = ''] = page('logging').split('## Events');
    expect(matches(listed, /`([a-z-]+\.[a-z-]+)`/g).toSorted()).toEqual([...logged].toSorted());
  });
});

describe('the cryptography page', () => {
  it('has every algorithm that is named to the library', () => {
    const call = /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|derivePasswordHash)\('([^']+)'/g;
    const used = new Set(sources.flatMap(({ text }) => matches(text, call)));
    expect(used.size).toBeGreaterThan(3);
    expect([...used].filter((algorithm) => !page('cryptography').includes(`\`${algorithm}\``))).toEqual([]);
  });

  it('has every place where chance may be guessed', () => {
    const [, chance = ''] = page('cryptography').split('## Chance');
    const using = sources.filter(({ text }) => text.includes('Math.random')).map(({ name }) => name);
    expect(matches(chance, /`([\w-]+\.ts)`/g).toSorted()).toEqual(using.toSorted());
  });
});

describe('a generated credential', () => {
  it('has 128 random bits or more, beside the tag of its cell', () => {
    const lengths = sources.flatMap(({ text }) => matches(text, /\btaggedToken\((?:ctx|tx)\.config\.cell, (\d+)\)/g));
    expect(lengths.length).toBeGreaterThan(10);
    // Two characters of the tag and four check characters.
    expect(lengths.filter((length) => (Number(length) - 6) * Math.log2(62) < 128)).toEqual([]);
  });
});

describe('the access page', () => {
  it('has the times and numbers of the code', () => {
    const said = [
      `${sessionIdleS / 60} minutes idle or ${sessionTtlS / 3600} hours`,
      `after ${setupTtlS / 3600} hours`,
      `one of ${recoveryCodes} codes of ${recoveryBytes * 8} bits`,
      `in ${tryWindowS / 60} minutes`,
    ];
    expect(said.filter((words) => !page('access').includes(words))).toEqual([]);
  });
});
