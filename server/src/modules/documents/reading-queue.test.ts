import { describe, expect, it } from 'vitest';
import { until } from '#test/until';
import { inTurn } from './reading-queue.ts';

const patient = () => new AbortController().signal;

/** Work that ends when it is told to. */
function openWork() {
  const done = Promise.withResolvers<void>();
  return { work: () => done.promise, end: () => done.resolve() };
}

describe('reading', () => {
  it('is done for two at a time, in the order they came', async () => {
    const begun: number[] = [];
    const works = Array.from({ length: 6 }, openWork);
    const all = works.map(({ work }, index) =>
      inTurn(patient(), async () => {
        begun.push(index);
        await work();
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    works[1]?.end();
    await until('the third', () => begun.length === 3);
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('goes on after one that failed', async () => {
    const failing = Array.from({ length: 5 }, () => inTurn(patient(), () => Promise.reject(new Error('synthetic'))));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await inTurn(patient(), async () => 'read')).toBe('read');
  });

  it('is refused for now to whom it would come too late, and to one more than fifty who wait', async () => {
    const works = Array.from({ length: 2 }, openWork);
    const running = works.map(({ work }) => inTurn(patient(), work));
    const busy = { code: 'rate_limited', status: 429, retryAfterS: 30 };
    await expect(inTurn(AbortSignal.timeout(20), async () => 'late')).rejects.toMatchObject(busy);
    const waiting = Array.from({ length: 50 }, (_, index) => inTurn(patient(), async () => index));
    await expect(inTurn(patient(), async () => 'one too many')).rejects.toMatchObject(busy);
    for (const { end } of works) end();
    await Promise.all(running);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });
});
