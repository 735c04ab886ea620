import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodePrograms, readLock } from './lock.ts';

/** The licences that we may ship or use (docs/decisions/0006). */
const allowed = new Set(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause BSD 0BSD Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense Python-2.0 OFL-1.1'.split(
    ' ',
  ),
);
/** Licences with further conditions: only for packages that we do not ship. */
const toolsOnly = new Set(['MPL-2.0']);
/** Reviewed by hand: a file in it names two font licences. */
const readByHand = new Map([['dejavu-fonts-ttf', 'SEE LICENSE IN README.md AND LICENSE']]);

const isAllowed = (license: string, dev: boolean): boolean =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(/ (?:OR|AND) /)
    .every((one) => allowed.has(one) || (dev && toolsOnly.has(one)));

it('every package has a licence that we may use', () => {
  const wrong = readLock().filter(
    ({ name, license, dev, optional, integrity }) =>
      !(license === undefined && optional && integrity === undefined) &&
      readByHand.get(name) !== license &&
      !isAllowed(license ?? 'none', dev),
  );
  expect(wrong.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  expect(isAllowed('GPL-3.0-only', true)).toBe(false);
  expect([isAllowed('MPL-2.0', true), isAllowed('MPL-2.0', false)]).toEqual([true, false]);
});

it('every direct package has a row with its reason, and every row a package', () => {
  const rows = readFileSync('docs/decisions/0006-dependencies.md', 'utf8').matchAll(/^\| (`.+?`) +\|/gm);
  const explained = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const manifests = globSync('{.,bench,cli,sdk,sdk/consumer,server,tools/*,web}/package.json');
  const used = manifests.flatMap((path) => {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string> | undefined>;
    const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    return groups.flatMap((group) => Object.keys(manifest[group] ?? {}));
  });
  const others = used.filter((name) => !name.startsWith('@makewhole/'));
  expect(explained.toSorted()).toEqual([...new Set(others)].toSorted());
});

/**
 * Tool programs for platforms on which we do not build; the registry lacked these versions when the lockfile was
 * completed.
 */
const notCarried = 54;

it('every package is pinned by the hash of its bytes, but tools of platforms that the registry lacks', () => {
  const unpinned = readLock().filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(
    unpinned.filter(({ dev, optional, os, cpu }) => !dev || !optional || (os.length === 0 && cpu.length === 0)),
  ).toEqual([]);
  expect(unpinned.length).toBeLessThanOrEqual(notCarried);
  // Running or building on Linux, with either C library, uses the reviewed bytes.
  const here = ({ os, cpu }: (typeof unpinned)[number]) =>
    os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'));
  expect(unpinned.filter(here).map(({ name }) => name)).toEqual(['@squawk-cli/linux-arm64']);
});

it('the linters and generators, which only try the descriptions, are pinned and licensed likewise', () => {
  const locked = readLock('tools/generators/package-lock.json');
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  const wrong = locked.filter(({ license }) => !isAllowed(license ?? 'none', true));
  // Reviewed by hand: its licence is in the file LICENSE-MIT, and in a member that npm does not support.
  expect(wrong.map(({ name }) => name)).toEqual(['reserved']);
});

it('Node itself is pinned by the hash of its program', () => {
  const version = readLock().find(({ name }) => name === 'node')?.version ?? '';
  expect(nodePrograms[version]?.['linux-x64']).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(nodePrograms)).toEqual([version]);
});

it('the SBOM lists each component once, with its licence and hash', () => {
  const say = (...args: string[]) =>
    JSON.parse(execFileSync(process.execPath, ['tools/sbom.ts', ...args], { encoding: 'utf8', maxBuffer: 1e8 }));
  const [shipped, all] = [say(), say('--all')];
  const names = shipped.components.map(({ name }: { name: string }) => name);
  expect([shipped.bomFormat, names.includes('fastify'), names.includes('vitest')]).toEqual(['CycloneDX', true, false]);
  expect(all.components.length).toBeGreaterThan(shipped.components.length);
  const refs = all.components.map((one: Record<string, string>) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(shipped.components.every(({ hashes = [] }: { hashes?: unknown[] }) => hashes.length === 1)).toBe(true);
});
