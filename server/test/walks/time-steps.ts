type Step = { readonly name: string; readonly ms: number };

export type TimedSteps = {
  readonly steps: readonly Step[];
  /** Runs a step and records how long it took. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Prints them, one line each. */
  print(title: string): void;
};

export function timeSteps(): TimedSteps {
  const steps: Step[] = [];
  return {
    steps,
    async step(name, work) {
      const began = performance.now();
      const result = await work();
      steps.push({ name, ms: performance.now() - began });
      return result;
    },
    print(title) {
      const lines = steps.map(({ name, ms }, index) => `  ${index + 1}. ${name}: ${(ms / 1000).toFixed(1)} s`);
      const whole = steps.reduce((sum, { ms }) => sum + ms, 0) / 1000;
      process.stdout.write(`${[title, ...lines, `  in all ${whole.toFixed(1)} s`].join('\n')}\n`);
    },
  };
}
