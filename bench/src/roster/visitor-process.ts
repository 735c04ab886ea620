// A client of another institution that reads its account at a steady rate, and how long each read takes.
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '#bench/webhooks/child';

export type Visit =
  | { readonly kind: 'start'; readonly urls: readonly string[]; readonly key: string; readonly everyMs: number }
  | { readonly kind: 'stop' };

const visitor = { stops: false };
let visiting: Promise<number[]> = Promise.resolve([]);

async function visit({ urls, key, everyMs }: Extract<Visit, { kind: 'start' }>): Promise<number[]> {
  const latencies: number[] = [];
  const startAt = performance.now();
  const looks: Promise<void>[] = [];
  const look = async (url: string, dueAt: number) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    // An error counts as slower than anything: it must not go unnoticed.
    latencies.push(response.ok ? performance.now() - dueAt : 60_000);
  };
  for (let turn = 0; !visitor.stops; turn += 1) {
    const dueAt = startAt + turn * everyMs;
    const wait = dueAt - performance.now();
    if (wait > 0) await pause(wait);
    looks.push(look(urls[turn % urls.length] ?? '', Math.max(dueAt, performance.now())));
  }
  await Promise.all(looks);
  return latencies;
}

answerQuestions<Visit, readonly number[]>(async (question) => {
  if (question.kind === 'stop') {
    visitor.stops = true;
    return visiting;
  }
  visitor.stops = false;
  visiting = visit(question);
  return [];
});
