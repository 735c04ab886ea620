/** The members of Vitest's JSON report that this tool reads. */
export type TestReport = {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

type Coverage = {
  readonly groups: readonly { readonly group: string; readonly done: number; readonly total: number }[];
  readonly covered: readonly string[];
  readonly uncovered: readonly string[];
  /** Ids that tests name but the ledger lacks. */
  readonly unknown: readonly string[];
  /** Ids that were once covered and no longer are. */
  readonly lost: readonly string[];
};

const clauseId = /\b[AP]-[A-Z]+-\d{3}\b/g;

/** A clause counts if a test that carries its id passed, and no test that carries it failed. */
export function coverage(clauses: readonly string[], report: TestReport, recorded: readonly string[]): Coverage {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const named = (status: (status: string) => boolean) =>
    new Set(tests.filter((test) => status(test.status)).flatMap((test) => test.fullName.match(clauseId) ?? []));
  const passed = named((status) => status === 'passed');
  const failed = named((status) => status === 'failed');
  const covered = clauses.filter((id) => passed.has(id) && !failed.has(id));
  const isCovered = new Set(covered);
  const isClause = new Set(clauses);
  const byGroup = Map.groupBy(clauses, (id) => id.replace(/-\d+$/, ''));
  return {
    groups: [...byGroup].map(([group, ids]) => ({
      group,
      done: ids.filter((id) => isCovered.has(id)).length,
      total: ids.length,
    })),
    covered,
    uncovered: clauses.filter((id) => !isCovered.has(id)),
    unknown: [...passed, ...failed].filter((id) => !isClause.has(id)),
    lost: recorded.filter((id) => !isCovered.has(id)),
  };
}
