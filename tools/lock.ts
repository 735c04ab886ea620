// package-lock.json as data: the installed packages, the hashes of their bytes, and their licences.
import { readFileSync } from 'node:fs';

export type Locked = {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly license: string | undefined;
  readonly dev: boolean;
  readonly optional: boolean;
  /** The platforms it is for; it is not installed elsewhere. */
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc: readonly string[];
};

type Entry = Partial<Omit<Locked, 'name'>> & {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly name?: string;
};

/** Every third-party package. Our own packages, and the empty ones that replace unwanted packages, are links. */
export function readLock(file = 'package-lock.json'): readonly Locked[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages).flatMap(([path, entry]) => {
    const [, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || entry.link === true) return [];
    const { version = '', integrity, license, dev = false, optional = false, os = [], cpu = [], libc = [] } = entry;
    return [{ name: entry.name ?? name, version, integrity, license, dev, optional, os, cpu, libc }];
  });
}

/** The reviewed Node programs: sha256 of bin/node, by version and platform. */
export const nodePrograms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '24.21.0': {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
};
