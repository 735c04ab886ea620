// package-lock.json as data: what is installed, from which bytes, under which licence.
import { readFileSync } from 'node:fs';

export type Locked = {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly license: string | undefined;
  readonly dev: boolean;
  readonly optional: boolean;
  /** The platform it is for: nowhere else it is installed. */
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc: readonly string[];
};

type Entry = Partial<Omit<Locked, 'name'>> & {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly name?: string;
};

/** Every package of others; our own and the empty ones in the place of what is not wanted are links. */
export function readLock(file = 'package-lock.json'): readonly Locked[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages).flatMap(([path, entry]) => {
    const [, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || entry.link === true) return [];
    const { version = '', integrity, license, dev = false, optional = false, os = [], cpu = [], libc = [] } = entry;
    return [{ name: entry.name ?? name, version, integrity, license, dev, optional, os, cpu, libc }];
  });
}

/** The programs that Node is on the platforms that were looked at: sha256 of bin/node, by version and platform. */
export const nodePrograms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '24.21.0': {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
};
