// A client of another institution that reads its account at a steady rate, and how long each read takes.
import { answerStartAndStop, atRate } from '#bench/service/child';

export type Visit = { readonly urls: readonly string[]; readonly key: string; readonly everyMs: number };

answerStartAndStop<Visit, number[]>(({ urls, key, everyMs }, stopped) =>
  atRate({ everyMs, stopped }, async (turn) => {
    const dueAt = performance.now();
    const response = await fetch(urls[turn % urls.length] ?? '', { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    // An error counts as slower than anything: it must not go unnoticed.
    return response.ok ? performance.now() - dueAt : 60_000;
  }),
);
