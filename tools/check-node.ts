// Checks that the Node installed by `npm ci` is the reviewed one: its package downloads the program itself, bypassing
// the lockfile.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nodePrograms, readLock } from './lock.ts';

const version = readLock().find(({ name }) => name === 'node')?.version ?? '';
const platform = `${process.platform}-${process.arch}`;
const expected = nodePrograms[version]?.[platform];
const found = createHash('sha256').update(readFileSync('node_modules/node/bin/node')).digest('hex');
if (expected === found) console.log(`node ${version} for ${platform} is the one that was looked at`);
else if (expected === undefined)
  console.log(`node ${version} for ${platform} is not in tools/lock.ts; its sha256 is ${found}`);
else console.error(`node ${version} for ${platform} is another program than the one that was looked at: ${found}`);
process.exit(expected === undefined || expected === found ? 0 : 1);
