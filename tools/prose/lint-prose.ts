// Counts the habits that STYLE's "Plain English" names, as a share of clauses, per kind of text and folder.
//   npm run lint:prose                         figures; fails when a folder has more hits than its budget
//   npm run lint:prose -- --lower              lowers each budget to its figure
//   npm run lint:prose -- comments server/src  the hits of a kind below a path
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { habits, titleHabit } from './habits.ts';
import { listPaths, listTextsOf, type Text } from './texts.ts';
import { read, root } from '../shape/sources.ts';

/** A missing folder has a budget of 0. */
const budgetFile = 'tools/prose/budget.json';

type Hit = Text & { readonly habit: string };
type Count = { clauses: number; readonly hits: Hit[] };

/** A clause ends at a stop and has at least four words. */
const toClauses = (text: string): string[] =>
  text.split(/[.;:!?](?:\s|$)/).filter((clause) => clause.trim().split(/\s+/).length >= 4);

const areaOf = (path: string): string => {
  const [top = '', second = '', third = '', fourth = ''] = path.split('/');
  if (top === 'server' && second === 'src')
    return third === 'modules' ? `server/src/modules/${fourth}` : `server/src/${third}`;
  if (top === 'server') return 'server/test';
  if (top === 'docs' && third !== '') return `docs/${second}`;
  return second === '' ? 'root' : top;
};

function count(texts: readonly Text[], keyOf: (text: Text) => string): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const text of texts) {
    const key = keyOf(text);
    const counted = counts.get(key) ?? { clauses: 0, hits: [] };
    counts.set(key, counted);
    const looked = text.kind === 'titles' ? [...habits, titleHabit] : habits;
    for (const clause of text.kind === 'titles' ? [text.text] : toClauses(text.text)) {
      counted.clauses += 1;
      const habit = looked.find(({ pattern }) => pattern.test(clause));
      if (habit) counted.hits.push({ ...text, text: clause.trim(), habit: habit.name });
    }
  }
  return counts;
}

type Budget = { readonly [area: string]: number };

function report(texts: readonly Text[], lower: boolean): boolean {
  const budget = JSON.parse(read(budgetFile)) as Budget;
  const lowered: Record<string, number> = {};
  const areas = count(texts, ({ kind, path }) => `${kind} ${areaOf(path)}`);
  for (const [area, { clauses, hits }] of [...areas].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const most = budget[area] ?? 0;
    lowered[area] = Math.min(most, hits.length);
    const share = ((100 * hits.length) / clauses).toFixed(1);
    console.log(
      `${hits.length <= most ? 'ok  ' : 'FAIL'} ${area}: ${hits.length} of ${clauses} (${share} %), at most ${most}`,
    );
  }
  for (const [kind, { clauses, hits }] of count(texts, (text) => text.kind))
    console.log(`all ${kind}: ${hits.length} of ${clauses} (${((100 * hits.length) / clauses).toFixed(1)} %)`);
  if (lower) writeFileSync(join(root, budgetFile), `${JSON.stringify(lowered, null, 2)}\n`);
  return [...areas].every(([area, { hits }]) => hits.length <= (budget[area] ?? 0));
}

function list(texts: readonly Text[], kind: string, below: string): void {
  const wanted = texts.filter((text) => text.kind === kind && text.path.startsWith(below));
  for (const { hits } of count(wanted, ({ path }) => path).values())
    for (const { path, line, habit, text } of hits) console.log(`${path}:${line} [${habit}] ${text}`);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { lower: { type: 'boolean' } } });
const [kind, below = ''] = positionals;
const texts = listPaths().flatMap(listTextsOf);
if (kind === undefined) process.exitCode = report(texts, values.lower === true) ? 0 : 1;
else list(texts, kind, below);
