// Completes package-lock.json after `npm install`: npm leaves out optional packages of other platforms that the
// registry at hand does not carry, and `npm ci` then refuses the file it wrote. Run by `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  readonly version?: string;
  readonly dev?: boolean;
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
const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`);
console.log(`${missing.length} optional packages of other platforms added`);

/** An entry that says only for which platform it is; there it is looked up anew, here it is skipped. */
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
