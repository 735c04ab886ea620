import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import type { parse } from '#test/parsing/sample-parser';
import { until } from '#test/until';
import { createParserLane, refuseWith } from './index.ts';

const options = { name: 'tests', threads: 2, heapMb: 32, deadlineMs: 1500, maxWaiting: 10, maxWaitingPerOwner: 5 };
const module = new URL('../../../test/parsing/sample-parser.ts', import.meta.url);
const inTurn = createParserLane(options).parser<typeof parse>(module);
const owner = 'somebody';

describe('a parser lane', () => {
  it('a parser lane parses in a thread, answers its questions, and hides what an error quotes', async () => {
    const all = Array.from({ length: 7 }, (_, index) => inTurn({ owner }, (run) => run({ echo: `text ${index}` })));
    expect(await Promise.all(all)).toEqual(all.map((_, index) => `text ${index}`));
    const answer = async (question: unknown) => (question as number) * 10;
    expect(await inTurn({ owner }, (run) => run({ ask: 4 }, { answer }))).toBe(60);
    const failed = inTurn({ owner }, (run) => run({ throws: 'a name that somebody typed' }));
    await expect(failed).rejects.toMatchObject({ reason: 'failed', message: 'a parser failed with TypeError' });
    await expect(failed).rejects.toMatchObject({ stack: expect.stringContaining('sample-parser.ts') });
  });

  it('a parser that exceeds its deadline or memory limit is ended, while this process and the lane continue', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const patient = createParserLane({ ...options, deadlineMs: 120_000 }).parser<typeof parse>(module);
    const bad = [inTurn({ owner }, (run) => run({ spin: true })), patient({ owner }, (run) => run({ grow: true }))];
    const refusals = await Promise.allSettled(bad);
    delay.disable();
    expect(refusals).toMatchObject([{ reason: { reason: 'late' } }, { reason: { reason: 'memory' } }]);
    expect(delay.max / 1e6).toBeLessThan(1000);
    await expect(
      inTurn({ owner }, (run) => run({ spin: true })).catch(refuseWith(() => new Error('no'))),
    ).rejects.toThrow('no');
    expect(await inTurn({ owner }, (run) => run({ echo: 'again' }))).toBe('again');
  });

  it('the time that a caller takes to answer does not count toward the deadline', async () => {
    const answer = async () => {
      await until('two deadlines', () => performance.now() > startedAt + 2 * options.deadlineMs);
      return 1;
    };
    const startedAt = performance.now();
    expect(await inTurn({ owner }, (run) => run({ ask: 1 }, { answer }))).toBe(1);
  });

  it('a parser ends when its caller no longer waits, and when a question cannot be answered', async () => {
    const left = new AbortController();
    const waiting = inTurn({ owner, signal: left.signal }, (run) =>
      run({ ask: 1 }, { answer: () => new Promise(() => {}) }),
    );
    left.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const answer = () => Promise.reject(new Error('no database'));
    await expect(inTurn({ owner }, (run) => run({ ask: 1 }, { answer }))).rejects.toThrow('no database');
  });

  it('owners take turns, and get 503 when one or all of them have too much waiting', async () => {
    const lane = createParserLane({ ...options, threads: 1 });
    const turn = lane.parser<typeof parse>(module);
    const done = Promise.withResolvers<void>();
    const order: string[] = [];
    const held = turn({ owner: 'first' }, () => done.promise);
    const work = (name: string) => turn({ owner: name }, async () => void order.push(name));
    const many = Array.from({ length: options.maxWaitingPerOwner }, () => work('many'));
    await expect(work('many')).rejects.toMatchObject({ status: 503, retryAfterS: 10 });
    const others = ['a', 'b', 'c', 'd', 'e'].map(work);
    await expect(work('f')).rejects.toMatchObject({ status: 503 });
    done.resolve();
    await Promise.all([held, ...many, ...others]);
    expect(order.slice(0, 6)).toEqual(['many', 'a', 'b', 'c', 'd', 'e']);
  });
});
