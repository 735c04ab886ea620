import { expect, it, vi } from 'vitest';
import type { Check } from '#bench/report/report';

it('a count that must be none, or exact, fails a run of any size once it was counted', async () => {
  // A run is a process; here several follow one another.
  vi.resetModules();
  const [{ conclude }, { exitCode }] = [await import('#bench/report/report'), await import('./size.ts')];
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const judge = (check: Omit<Check, 'name'>) => exitCode('smoke', conclude({}, [{ name: 'figure', ...check }]));
  expect(judge({ value: 400, atMost: 200 })).toBe(0);
  expect(judge({ value: 3, atLeast: 20 })).toBe(0);
  // Small runs do not count everything.
  expect(judge({ value: Number.NaN, atMost: 0 })).toBe(0);
  expect(judge({ value: 1, atMost: 0 })).toBe(1);
  printed.mockRestore();
});
