import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#bench/service/service';
import { diagnose, type Alarm, type LogLine } from './diagnose.ts';

const away = (server: string, state: string): Alarm => ({
  name: 'MakewholeDatabaseNodeAway',
  labels: { server, state },
});
const changed: Alarm = { name: 'MakewholePrimaryChanged', labels: {} };
const readOnly: LogLine = { event: 'database.not-ready', missing: ['read_only'] };
const named = (alarms: readonly Alarm[], lines: readonly LogLine[] = [], nodes = 3) =>
  diagnose({ alarms, lines, nodes });

it('names each fault by the table of the runbook', () => {
  expect(named([changed, away('pg1', 'L7TOUT'), away('pg1', 'L4TOUT')])).toBe('freeze');
  expect(named([changed, away('pg1', 'L4TOUT'), away('pg1', 'L4CON')])).toBe('link');
  expect(named([changed, away('pg1', 'L4CON')], [readOnly])).toBe('kill');
  expect(named([], [{ event: 'database.primary-changed' }, readOnly])).toBe('switchover');
  expect(named([away('pg2', 'L4CON'), away('pg3', 'L4CON')])).toBe('standbys');
  expect(named([away('pg2', 'L4CON')], [], 2)).toBe('standbys');
  expect(named([away('pg2', 'L4CON')])).toBe('standby');
  expect(named([], [readOnly])).toBe('read-only');
});

it('names nothing where nothing was seen, or something else', () => {
  expect(named([])).toBeUndefined();
  expect(named([{ name: 'MakewholeServerErrors', labels: {} }], [{ event: 'http.failed' }])).toBeUndefined();
});

it('has a row in the runbook for each name that it gives', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/runbooks/database-cluster.md'), 'utf8');
  const rows = [...page.matchAll(/^\|[^|]+\| `([a-z-]+)`:/gm)].map(([, kind]) => kind);
  expect(rows).toEqual(['freeze', 'link', 'kill', 'switchover', 'standbys', 'standby', 'read-only']);
});
