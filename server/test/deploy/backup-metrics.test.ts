import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './deploy-files.ts';

const run = promisify(execFile);

describe('backup metrics', () => {
  it('the metrics report the end of the last successful backup and of the last verified restore', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'makewhole-backups-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const backups = [
      { error: false, timestamp: { start: 90, stop: 100 } },
      { error: false, timestamp: { start: 990, stop: 1000 } },
      { error: true, timestamp: { start: 1990, stop: 2000 } },
    ];
    // Output of `pgbackrest info --output=json` of version 2.44, shortened.
    const answer = JSON.stringify([{ name: 'makewhole', backup: backups }]);
    await writeFile(join(folder, 'pgbackrest'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
    const env = {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      TEXTFILE_DIR: folder,
      CHECKED_FILE: join(folder, 'checked'),
    };
    const served = async () => {
      await run(join(root, 'deploy/pgbackrest/write-metrics'), [], { env });
      const text = await readFile(join(folder, 'makewhole-backup.prom'), 'utf8');
      return text.split('\n').filter((line) => line.startsWith('makewhole_'));
    };
    expect(await served()).toEqual([
      'makewhole_backup_last_success_seconds 1000',
      'makewhole_backup_last_check_seconds 0',
    ]);
    await writeFile(join(folder, 'checked'), '');
    const checkedAt = Math.floor((await stat(join(folder, 'checked'))).mtimeMs / 1000);
    expect(await served()).toContain(`makewhole_backup_last_check_seconds ${checkedAt}`);
  });
});
