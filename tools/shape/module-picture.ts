// The picture of the modules in ARCHITECTURE.md, drawn from the imports. An arrow that a longer path implies is left out.
import { modules } from '../../server/import-rules.ts';
import { listArrows } from './cycles.ts';
import { listSources, read } from './sources.ts';

const begin = '<!-- modules: npm run generate -->';
const end = '<!-- /modules -->';

/** ARCHITECTURE.md with its picture replaced. */
export function drawModules(): string {
  const page = read('ARCHITECTURE.md');
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n\n${picture()}\n\n${end}${after}`;
}

function picture(): string {
  const next = new Map<string, Set<string>>(modules.map((name) => [name, new Set()]));
  for (const [from, to] of listArrows(listSources())) if (from !== to && next.has(to)) next.get(from)?.add(to);
  const targetsOf = (name: string): readonly string[] => [...(next.get(name) ?? [])];
  const reaches = (from: string, to: string): boolean =>
    targetsOf(from).some((each) => each === to || reaches(each, to));
  const arrows = modules.toReversed().flatMap((from) =>
    targetsOf(from)
      .filter((to) => !targetsOf(from).some((other) => other !== to && reaches(other, to)))
      .toSorted()
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TB', ...arrows, '```'].join('\n');
}
