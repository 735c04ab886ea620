import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#bench/service/service';
import { configure } from './node.ts';

const shipped = readFileSync(join(repositoryRoot, 'deploy/patroni/patroni.yml'), 'utf8');
const machine = {
  address: '127.0.0.1',
  ports: { postgres: 20_001, rest: 20_002 },
  within: (command: readonly string[]) => command,
  link: undefined,
};
const asShipped = { asynchronous: false, etcd3: false, hurried: false };
const node = { name: 'pg2', machine, etcd: '127.0.0.1:20003', folder: '/tmp/node', changes: asShipped };

it('runs the shipped configuration, strictly synchronous, under other names and ports', () => {
  const text = configure(shipped, node);
  expect(text).toMatch(/^name: pg2$/m);
  expect(text).toMatch(/^etcd:\n {2}hosts: 127\.0\.0\.1:20003$/m);
  expect(text).toMatch(/^ {4}synchronous_mode: true$/m);
  expect(text).toMatch(/^ {4}synchronous_mode_strict: true$/m);
  expect(text).toMatch(/^ {4}ttl: 20$/m);
  expect(text).not.toContain('.internal');
});

it('plants what loses acknowledged writes', () => {
  expect(configure(shipped, { ...node, changes: { ...asShipped, asynchronous: true } })).not.toMatch(
    /mode(_strict)?: true/,
  );
  expect(configure(shipped, { ...node, changes: { ...asShipped, etcd3: true } })).toMatch(/^etcd3:\n/m);
});

it('refuses a file in which a line to change is missing', () => {
  expect(() =>
    configure(shipped.replace('loop_wait', 'wait'), { ...node, changes: { ...asShipped, hurried: true } }),
  ).toThrow('loop_wait');
});
