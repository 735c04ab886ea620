import { writeFileSync } from 'node:fs';
import { CommandFailed } from '../command-failed.ts';
import type { Kind, Verdict } from './types.ts';

export type Result = {
  readonly object: 'conformance_run';
  readonly kind: Kind;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly scenarios: readonly {
    readonly id: string;
    readonly result: Verdict['result'];
    readonly checks: string;
    readonly why: string;
    readonly page: string;
    readonly findings: readonly string[];
  }[];
};

export function toResult(kind: Kind, verdicts: readonly Verdict[], site: string): Result {
  const count = (result: Verdict['result']) => verdicts.filter((verdict) => verdict.result === result).length;
  return {
    object: 'conformance_run',
    kind,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    scenarios: verdicts.map(({ scenario: { id, checks, why, page }, result, findings }) => ({
      id,
      result,
      checks,
      why,
      page: site + page,
      findings,
    })),
  };
}

export function writeReport(file: string, result: Result): void {
  try {
    writeFileSync(file, file.endsWith('.html') ? toHtml(result) : toMarkdown(result));
  } catch (error) {
    throw new CommandFailed(1, `${file} cannot be written: ${String((error as { code?: string }).code)}`);
  }
}

const words = { passed: 'passed', failed: 'failed', skipped: 'skipped' } as const;

const summary = ({ kind, passed, failed, skipped }: Result): string =>
  `${kind} API client: ${passed} scenarios passed, ${failed} failed, ${skipped} skipped.`;

export function toMarkdown(result: Result): string {
  const parts = result.scenarios.map(({ id, result: verdict, checks, why, page, findings }) =>
    [
      `## ${id}: ${words[verdict]}`,
      '',
      checks,
      '',
      ...(findings.length > 0 ? [...findings.map((finding) => `- ${finding}`), ''] : []),
      `Why: ${why} See <${page}>.`,
      '',
    ].join('\n'),
  );
  return [`# Conformance`, '', summary(result), '', ...parts].join('\n');
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin:2rem 0 .25rem}.failed{border-left:.25rem solid #c62828;padding-left:1rem}p,ul{margin:.25rem 0}a{color:inherit}`;

/** A single self-contained file. */
export function toHtml(result: Result): string {
  const parts = result.scenarios.map(
    ({ id, result: verdict, checks, why, page, findings }) => `<section class="${verdict}">
<h2>${escape(id)}: ${words[verdict]}</h2>
<p>${escape(checks)}</p>
${findings.length > 0 ? `<ul>${findings.map((finding) => `<li>${escape(finding)}</li>`).join('')}</ul>` : ''}
<p>Why: ${escape(why)} <a href="${escape(page)}">Read about ${escape(id)}</a>.</p>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance</title><style>${style}</style></head>
<body><main><h1>Conformance</h1>
<p>${escape(summary(result))}</p>
${parts.join('\n')}
</main></body>
</html>
`;
}
