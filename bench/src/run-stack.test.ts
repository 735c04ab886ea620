import { describe, expect, it, vi } from 'vitest';
import { RunStack } from './run-stack.ts';

const signals = () => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM');

describe('what a run has started', () => {
  it('is closed in reverse order, also after an error, and leaves no listener', async () => {
    const before = signals();
    const closed: string[] = [];
    const run = async () => {
      await using stack = new RunStack();
      stack.adopt('first', (name) => void closed.push(name));
      stack.adopt('second', async (name) => void closed.push(name));
      expect(signals()).toBe(before + 2);
      throw new Error('the run failed');
    };
    await expect(run()).rejects.toThrow('the run failed');
    expect(closed).toEqual(['second', 'first']);
    expect(signals()).toBe(before);
  });

  it('is closed once, and everybody waits for it', async () => {
    const stack = new RunStack();
    const gate = Promise.withResolvers<void>();
    const close = vi.fn(() => gate.promise);
    stack.defer(close);
    const ends: string[] = [];
    const both = [stack.disposeAsync(), stack.disposeAsync()].map((end) => end.then(() => ends.push('end')));
    expect(ends).toEqual([]);
    gate.resolve();
    await Promise.all(both);
    expect(ends).toEqual(['end', 'end']);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('closes the rest when one cannot be closed, and says so', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const closed: string[] = [];
    const stack = new RunStack();
    stack.adopt('first', (name) => void closed.push(name));
    stack.defer(() => Promise.reject(new Error('stuck')));
    await stack.disposeAsync();
    expect(closed).toEqual(['first']);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});
