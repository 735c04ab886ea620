import { describe, expect, it } from 'vitest';
import { until } from '#test/until';
import { withReadingSlot } from './read-report.ts';

const patient = (client = 'somebody') => ({ client, signal: new AbortController().signal });

/** Work that ends when the test releases it. */
function openWork() {
  const done = Promise.withResolvers<void>();
  return { work: () => done.promise, end: () => done.resolve() };
}

describe('reading', () => {
  it('reading runs for two at a time, in the order they came', async () => {
    const begun: number[] = [];
    const works = Array.from({ length: 6 }, openWork);
    const all = works.map(({ work }, index) =>
      withReadingSlot(patient(), async () => {
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

  it('reading alternates between clients: one with many files delays another by one of them', async () => {
    const begun: string[] = [];
    const works = Array.from({ length: 2 }, openWork);
    const running = works.map(({ work }) => withReadingSlot(patient('first'), work));
    const file = (client: string, name: string) => withReadingSlot(patient(client), async () => void begun.push(name));
    const many = Array.from({ length: 5 }, (_, index) => file('many', `many ${index}`));
    const few = [file('few', 'few 0'), file('few', 'few 1'), file('one', 'one 0')];
    const gone = new AbortController();
    const left = withReadingSlot({ client: 'gone', signal: gone.signal }, async () => begun.push('gone'));
    gone.abort();
    await expect(left).rejects.toMatchObject({ status: 503 });
    works[0]?.end();
    await Promise.all([...many, ...few]);
    expect(begun).toEqual(['many 0', 'few 0', 'one 0', 'many 1', 'few 1', 'many 2', 'many 3', 'many 4']);
    works[1]?.end();
    await Promise.all(running);
  });

  it('reading continues after one that failed', async () => {
    const failing = Array.from({ length: 5 }, () =>
      withReadingSlot(patient(), () => Promise.reject(new Error('synthetic'))),
    );
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await withReadingSlot(patient(), async () => 'read')).toBe('read');
  });

  it('reading is refused for now when it would come too late, and when fifty already wait', async () => {
    const works = Array.from({ length: 2 }, openWork);
    const running = works.map(({ work }) => withReadingSlot(patient(), work));
    const busy = { code: 'internal_error', status: 503, retryAfterS: 30 };
    await expect(
      withReadingSlot({ client: 'late', signal: AbortSignal.timeout(20) }, async () => 'late'),
    ).rejects.toMatchObject(busy);
    const waiting = Array.from({ length: 50 }, (_, index) => withReadingSlot(patient(), async () => index));
    await expect(withReadingSlot(patient(), async () => 'one too many')).rejects.toMatchObject(busy);
    for (const { end } of works) end();
    await Promise.all(running);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });
});
