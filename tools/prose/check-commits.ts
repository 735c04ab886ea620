// Checks the subjects of the latest commits: a conventional kind, a part, at most 72 characters.
//   node tools/prose/check-commits.ts [revision range]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shape/sources.ts';

const form = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z0-9-]+\))?!?: \S.*[^.]$/;
const longest = 72;
const latest = 10;

const [range = 'HEAD'] = process.argv.slice(2);
const hasHistory = existsSync(join(root, '.git'));
const log = !hasHistory
  ? ''
  : execFileSync('git', ['log', '--no-merges', '--format=%s', `-${latest}`, range], {
      cwd: root,
      encoding: 'utf8',
    });
const wrong = log
  .split('\n')
  .filter((subject) => subject !== '')
  .filter((subject) => subject.length > longest || !form.test(subject));
for (const subject of wrong) console.error(`${subject.length} characters: ${subject}`);
if (wrong.length > 0)
  console.error('Write "kind(part): what it does" in at most 72 characters; CONTRIBUTING has the kinds.');
process.exitCode = wrong.length === 0 ? 0 : 1;
