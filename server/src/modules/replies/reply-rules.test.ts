import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { decideReply, stopsContact, type ReplyKind } from './reply-rules.ts';

type Label = 'stop' | 'ask' | 'help' | 'start' | 'yes' | 'other';

const corpus = JSON.parse(readFileSync(new URL('reply-corpus.json', import.meta.url), 'utf8')) as Record<
  Label,
  readonly string[]
>;
const labels: readonly Label[] = ['stop', 'ask', 'help', 'start', 'yes', 'other'];
const labelled = labels.flatMap((label) => corpus[label].map((text) => ({ label, text, kind: decideReply(text) })));
const stops = labelled.filter(({ label }) => label === 'stop' || label === 'ask');
const others = labelled.filter(({ label }) => label !== 'stop' && label !== 'ask');

describe('the corpus of replies', () => {
  it('the corpus has more than 300 phrasings, each once', () => {
    expect(labelled.length).toBeGreaterThan(300);
    expect(new Set(labelled.map(({ text }) => text)).size).toBe(labelled.length);
  });

  it('no stop in the corpus is missed', () => {
    expect(stops.filter(({ kind }) => !stopsContact(kind))).toEqual([]);
  });

  it('at most two in a hundred other replies are treated as a stop', () => {
    const falselyStopped = others.filter(({ kind }) => stopsContact(kind));
    expect(falselyStopped.slice(Math.floor(0.02 * others.length))).toEqual([]);
  });

  it('every unclear reply in the corpus is sent to a staff member', () => {
    expect(labelled.filter(({ label, kind }) => label === 'ask' && kind === 'stop')).toEqual([]);
  });

  it('HELP, START and YES are classified as exactly that', () => {
    const wrong = labelled.filter(
      ({ label, kind }) => isPlain(label) !== isPlain(kind) || (isPlain(label) && label !== kind),
    );
    expect(wrong).toEqual([]);
  });
});

const isPlain = (kind: ReplyKind | Label): boolean => kind === 'help' || kind === 'start' || kind === 'yes';

describe('a reply', () => {
  it.each<[string, ReplyKind]>([
    ['OPT OUT', 'stop'],
    ['please stop texting me', 'stop'],
    ['wrong number', 'wrong_number'],
    ['YES', 'yes'],
    ['I’ll stop by the office', 'other'],
  ])('the reply %j is classified as %s', (text, kind) => {
    expect(decideReply(text)).toBe(kind);
  });

  it('a reply of any length and any characters is classified quickly', async () => {
    const hostile = [
      'stop '.repeat(100_000),
      'a '.repeat(100_000),
      'dont '.repeat(50_000),
      '\u0000',
      '🛑'.repeat(10_000),
      'x'.repeat(500_000),
      'i never '.repeat(30_000),
      'dont a call '.repeat(30_000),
      'saca me '.repeat(30_000),
    ];
    const ms = await processorMs(() => {
      for (const text of hostile) decideReply(text);
    });
    expect(ms).toBeLessThan(1_000);
  });

  it('a reply that begins with 1,599 line breaks is understood in under 50 ms', async () => {
    const text = `${'\n'.repeat(1_599)}x`;
    expect(await processorMs(() => decideReply(text))).toBeLessThan(50);
  });

  it.each([
    ['Yes\n\nSent from my iPhone. Stop', 'yes'],
    ['Yes \n \n sent from my stop', 'yes'],
    ['Yes sent from my stop', 'stop'],
    ['dont call tonight call', 'ask'],
    ['tonight dont call', 'stop'],
    ['quiten mi numero', 'stop'],
    ['mi numero quiten', 'other'],
  ] satisfies [string, ReplyKind][])('the reply %j is classified as %s, by what comes first', (text, kind) => {
    expect(decideReply(text)).toBe(kind);
  });
});
