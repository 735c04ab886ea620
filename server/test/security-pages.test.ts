import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recoveryBytes, recoveryCodes, sessionIdleS, sessionTtlS, tryWindowS } from '#platform/sign-in';
import { invitationTtlS } from '../src/modules/portal/members/rules.ts';
import { pairingTtlS } from '../src/modules/portal/pairing/rules.ts';
import { tokenDaysMax } from '../src/modules/portal/tokens/rules.ts';
import { setupTtlS } from '../src/modules/staff/password/password-setup.ts';

// Inventories are worth something as long as they are complete.

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = (name: string): string => readFileSync(join(root, `docs/security/${name}.md`), 'utf8');

/** What runs in production: no tests, what they share, or the demo. */
const sources = globSync('server/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|testing\.ts$|\/demo\//.test(path))
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('the page of what is logged', () => {
  it('has every event of the code, and no other', () => {
    const event = /\blog\.(?:debug|info|warn|error|fatal)\([^;]*?'([a-z]+(?:-[a-z]+)*\.[a-z-]+)'/g;
    const logged = new Set(sources.flatMap(({ text }) => matches(text, event)));
    expect(logged.size).toBeGreaterThan(70);
    const [, listed = ''] = page('logging').split('## Events');
    expect(matches(listed, /`([a-z-]+\.[a-z-]+)`/g).toSorted()).toEqual([...logged].toSorted());
  });
});

describe('the page of keys and algorithms', () => {
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

describe('a credential that is drawn', () => {
  it('has 128 random bits or more, beside the tag of its cell', () => {
    const lengths = sources.flatMap(({ text }) => matches(text, /\btaggedToken\((?:ctx|tx)\.config\.cell, (\d+)\)/g));
    expect(lengths.length).toBeGreaterThan(10);
    // Two characters of the tag and four that check it.
    expect(lengths.filter((length) => (Number(length) - 6) * Math.log2(62) < 128)).toEqual([]);
  });
});

describe('the page of access', () => {
  const access = page('access');

  it('has the times and numbers of the code', () => {
    const said = [
      `${sessionIdleS / 60} minutes idle or ${sessionTtlS / 3600} hours`,
      `after ${setupTtlS / 3600} hours`,
      `one of ${recoveryCodes} codes of ${recoveryBytes * 8} bits`,
      `in ${tryWindowS / 60} minutes`,
      `after ${invitationTtlS / 86_400} days`,
      `after ${pairingTtlS / 60} minutes`,
      `after at most ${tokenDaysMax} days`,
    ];
    expect(said.filter((words) => !access.includes(words))).toEqual([]);
  });

  it('has every table of sessions and of tokens', () => {
    const tables = globSync('migrations/*.sql', { cwd: root }).flatMap((path) =>
      matches(readFileSync(join(root, path), 'utf8'), /create table (\w+\.(?:\w+_)?(?:sessions|tokens|keys))\b/gi),
    );
    expect(tables.length).toBeGreaterThan(5);
    // Data keys and the test card provider's checkouts let nobody in.
    const known = tables.filter((table) => !['platform.data_keys', 'test_cards.sessions'].includes(table));
    expect(known.filter((table) => !access.includes(`\`${table}.`))).toEqual([]);
  });
});
