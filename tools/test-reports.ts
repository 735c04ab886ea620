/** The members of vitest's JSON report that are used here. */
export type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly FileReport[];
};

type FileReport = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
};

/** The first report with the second's files replacing its own, and the counts updated. */
export function mergeReports(first: VitestReport, second: VitestReport): VitestReport {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => again.get(file.name) ?? file);
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  return { ...first, testResults, numPassedTests: count('passed'), numFailedTests: count('failed') };
}

/** The failed tests, or the file if it failed outside its tests. */
export function unsteadyTests(report: VitestReport): { readonly file: string; readonly test: string }[] {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      return (failed.length > 0 ? failed : ['its start or its end']).map((test) => ({ file: name, test }));
    });
}
