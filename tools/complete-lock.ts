// Completes package-lock.json after `npm install`: npm leaves out optional packages for other platforms that the
// current registry does not carry, and `npm ci` then refuses the file it wrote. Packages that the registry now
// carries are pinned
// by the hash of their bytes. Run by `npm run deps:lock`.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

type Entry = {
  readonly version?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
};

const file = 'package-lock.json';
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };

const missing = Object.entries(lock.packages).flatMap(([owner, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(
      ([name]) => !(`node_modules/${name}` in lock.packages) && !(`${owner}/node_modules/${name}` in lock.packages),
    )
    .map(([name, range]) => [`node_modules/${name}`, placeholder(name, range, entry.dev === true)] as const),
);
const { '': root, ...rest } = { ...lock.packages, ...Object.fromEntries(missing) };
const sorted = await Promise.all(
  Object.entries(rest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([path, entry]) => [path, await pin(path, entry)] as const),
);
const unpinned = sorted.filter(([path, entry]) => isUnpinned(path, entry));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`);
console.log(`${missing.length} optional packages of other platforms added, ${unpinned.length} not in the registry`);

/** A third-party package without a hash: whatever the registry returned would be installed. */
function isUnpinned(path: string, { integrity, link }: Entry): boolean {
  return path.includes('node_modules/') && link !== true && integrity === undefined;
}

/** The hash and the licence that the registry reports; the registry's address stays out of the file. */
async function pin(path: string, entry: Entry): Promise<Entry> {
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  if (!isUnpinned(path, entry)) return entry;
  try {
    const asked = ['view', `${name}@${entry.version ?? ''}`, 'dist.integrity', 'license', '--json'];
    const { stdout } = await promisify(execFile)('npm', asked);
    const { 'dist.integrity': integrity, license } = JSON.parse(stdout) as Record<string, string | undefined>;
    if (integrity?.startsWith('sha512-') !== true) return entry;
    // In npm's own order of members.
    const { version, ...others } = { ...entry, ...(license === undefined ? {} : { license }) };
    const members = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...(version === undefined ? {} : { version }), integrity, ...Object.fromEntries(members) };
  } catch {
    return entry;
  }
}

/** An entry with only its platform: npm looks it up again on that platform and skips it here. */
function placeholder(name: string, range: string, dev: boolean): Entry {
  const parts = (name.split('/').at(-1) ?? '').replace(/^binding-/, '').split('-');
  const place = parts.findIndex((part) => systems.includes(part));
  const wasm = parts[0]?.startsWith('wasm32') === true;
  const libc = { gnu: 'glibc', musl: 'musl' }[parts[place + 2] ?? ''];
  return {
    version: range.replace(/^[^\d]*/, ''),
    cpu: [wasm ? 'wasm32' : (parts[place + 1] ?? '')],
    ...(dev ? { dev } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(wasm ? {} : { os: [parts[place] ?? ''] }),
  };
}
