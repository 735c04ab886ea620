import type { SelfTime } from './profile.ts';
import { printTable } from './report.ts';
import type { StatementCost } from './statement-costs.ts';

export function printShares(title: string, times: readonly SelfTime[]): void {
  console.log('');
  printTable(
    [`${title}, share of the busy time`, '%'],
    times.map(({ name, share }) => [name, (share * 100).toFixed(1)]),
  );
}

export function printCosts(statements: readonly StatementCost[]): void {
  console.log('');
  printTable(
    ['statement', 'calls', 'plans', 'plan us', 'run us'],
    statements.map(({ text, calls, plans, planUs, runUs }) => [text.slice(0, 70), calls, plans, planUs, runUs]),
  );
}
