// A parser that behaves as its input tells it to.
import type { ParserThread } from '#platform/parsing';

type Sample =
  | { readonly echo: string }
  | { readonly ask: number }
  | { readonly spin: true }
  | { readonly grow: true }
  | { readonly throws: string }
  | { readonly untilAborted: true };

export async function parse(input: Sample, thread: ParserThread): Promise<unknown> {
  if ('echo' in input) return input.echo;
  if ('throws' in input) throw new TypeError(input.throws);
  if ('ask' in input) {
    let sum = 0;
    for (let index = 0; index < input.ask; index += 1) sum += (await thread.ask(index)) as number;
    return sum;
  }
  // Backtracks with degree two: the thread does not return to its event loop for hours.
  if ('spin' in input) return /(?:a+)+$/.test(`${'a'.repeat(60)}b`);
  if ('grow' in input) {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `text ${index}`));
  }
  await new Promise((resolve) => thread.signal.addEventListener('abort', resolve));
  return 'aborted';
}
