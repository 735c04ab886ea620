// Small changes to signed requests: each one must invalidate the signature.
import * as fc from 'fast-check';
import { changeHeader, headerOf, type Message } from './signed-requests.ts';

/** Everything that a signature covers: other headers, and the spelling of header names, are not included. */
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

type Edit = { readonly at: number; readonly remove: number; readonly insert: string };

/** Where to change, what to remove, and what to insert: characters that a header or a body can contain. */
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
/** HTTP ignores empty lines before a request. */
const methodOf = (text: string) => bared(text).replace(/^[\r\n]+/, '');

/** Returns one of these requests with a signed part changed; undefined if the change had no effect. */
export const mutationsOf = (valid: readonly Message[]): fc.Arbitrary<Message | undefined> =>
  fc
    .tuple(
      fc.constantFrom(...valid),
      fc.constantFrom('method', 'target', 'body', ...covered),
      edits,
      fc.option(edits, { freq: 3 }),
    )
    .map(([message, name, edit, second]) => {
      // A GET has no body to change: without length headers the server would not read one.
      if (name === 'body' && message.method !== 'POST' && message.method !== 'PATCH') return undefined;
      const { read, write } = partNamed(name);
      const before = read(message);
      const after = second === null ? edited(before, edit) : edited(edited(before, edit), second);
      // Spaces around a header's value, and around the target in the request line, are not part of them.
      const meant = name === 'method' ? methodOf : name === 'body' ? String : bared;
      const same = meant(after) === meant(before);
      const changed = write(message, after);
      // A missing header cannot be changed.
      return same || read(changed) !== after ? undefined : changed;
    });
