import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** From the folder of the sources. */
const read = (path: string): string => readFileSync(new URL(path, new URL('../src/', import.meta.url)), 'utf8');

/** A file and everything it imports, including external imports. */
function graph(file: string, seen = new Set<string>(), foreign = new Set<string>()): Set<string> {
  if (seen.has(file)) return foreign;
  seen.add(file);
  for (const [, specifier = ''] of read(file).matchAll(/^(?:import|export)\b[^;]*? from '([^']+)'/gm)) {
    if (specifier.startsWith('.')) graph(new URL(specifier, `file:///${file}`).pathname.slice(1), seen, foreign);
    else foreign.add(specifier);
  }
  return foreign;
}

describe('the package', () => {
  it('imports nothing at its entry, so that every runtime can load it', () => {
    expect([...graph('index.ts')]).toEqual([]);
    expect([...graph('sign-request.ts'), ...graph('webhooks.ts')]).toEqual(['node:crypto', 'node:crypto']);
  });

  it('has no dependencies', () => {
    const { dependencies } = JSON.parse(read('../package.json')) as { dependencies?: object };
    expect(dependencies).toBeUndefined();
  });

  it('has a name for every entry that is built', () => {
    const { exports } = JSON.parse(read('../package.json')) as { exports: Record<string, string> };
    const [, built = ''] = /const entries = \{([^}]+)\}/.exec(read('../build.ts')) ?? [];
    const code = Object.keys(exports).filter((path) => !path.includes('vectors'));
    expect([...built.matchAll(/'(\.[^']*)':/g)].map(([, path]) => path).sort()).toEqual(code.sort());
  });
});

describe('each package that the clean install adds', () => {
  type Entry = { readonly integrity?: string; readonly license?: string; readonly resolved?: string };
  const lock = JSON.parse(read('../consumer/package-lock.json')) as { packages: Record<string, Entry> };
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('is pinned by the hash of its bytes, names no registry, and has a licence that we may use', () => {
    expect(installed.length).toBeGreaterThan(50);
    const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'];
    for (const [path, { integrity, license, resolved }] of installed) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
      expect([path, allowed.includes(license ?? '')]).toEqual([path, true]);
      expect(resolved).toBeUndefined();
    }
  });
});
