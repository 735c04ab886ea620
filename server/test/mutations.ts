// Small changes of signed requests: every one of them must make the signature worthless.
import * as fc from 'fast-check';
import { changeHeader, headerOf, type Message } from './signed-requests.ts';

/** All of a request that a signature vouches for: other headers, and the spelling of header names, are not among it. */
const covered = ['signature-input', 'signature', 'content-digest', 'idempotency-key', 'x-svc-environment'];

type Part = { read(message: Message): string; write(message: Message, text: string): Message };

function partNamed(name: string): Part {
  if (name === 'method' || name === 'target') {
    return { read: (message) => message[name], write: (message, text) => ({ ...message, [name]: text }) };
  }
  if (name === 'body') {
    return {
      read: ({ body }) => body.toString('latin1'),
      write: (message, text) => ({ ...message, body: Buffer.from(text, 'latin1') }),
    };
  }
  return {
    read: (message) => headerOf(message, name) ?? '',
    write: (message, text) => changeHeader(message, name, () => text),
  };
}

export type Edit = { readonly at: number; readonly remove: number; readonly insert: string };

/** Where something happens, what goes, and what comes; characters as a header or a body can have them. */
const telling = fc.constantFrom(...'"\\;,:=() \t\n@svcAQgw0-', '==', ';tag="gap-v2"', ', svc=:AA==:', '%7e', '#', '//');
export const edits: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(1000),
  remove: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 1) }, { weight: 1, arbitrary: fc.nat(40) }),
  insert: fc.oneof(
    fc.nat(255).map((code) => String.fromCharCode(code)),
    telling,
    fc.constant(''),
  ),
});

export const edited = (text: string, { at, remove, insert }: Edit): string => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + insert + text.slice(place + remove);
};

const bared = (text: string) => text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
/** HTTP passes over empty lines before a request. */
const methodOf = (text: string) => bared(text).replace(/^[\r\n]+/, '');

/** One of these requests, with something in it that was signed changed; undefined when the change changed nothing. */
export const mutationsOf = (valid: readonly Message[]): fc.Arbitrary<Message | undefined> =>
  fc
    .tuple(
      fc.constantFrom(...valid),
      fc.constantFrom('method', 'target', 'body', ...covered),
      edits,
      fc.option(edits, { freq: 3 }),
    )
    .map(([message, name, edit, second]) => {
      // The body of a GET is announced by headers, without which nobody reads it; there is none to change.
      if (name === 'body' && message.method !== 'POST' && message.method !== 'PATCH') return undefined;
      const { read, write } = partNamed(name);
      const before = read(message);
      const after = second === null ? edited(before, edit) : edited(edited(before, edit), second);
      // Blanks around a header's value, and around the target in the request line, belong to neither.
      const meant = name === 'method' ? methodOf : name === 'body' ? String : bared;
      const same = meant(after) === meant(before);
      const changed = write(message, after);
      // A header that the request does not have cannot be changed.
      return same || read(changed) !== after ? undefined : changed;
    });
