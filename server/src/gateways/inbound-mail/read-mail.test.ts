import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import * as fc from 'fast-check';
import { htmlToText } from './html-to-text.ts';
import { withoutQuotes } from './quoted-text.ts';
import { readMail } from './read-mail.ts';

describe('the text of an email reply', () => {
  it.each([
    ['Yes please\n\n> old', 'Yes please'],
    ['Sure.\n\nOn Mon, Nov 16, 2026 at 9:00 AM, Makewhole wrote:\n> No more messages', 'Sure.'],
    ['On Mon, Nov 16, 2026 at 9:00 AM, X wrote:\n> old\n\nStop contacting me.', 'Stop contacting me.'],
    ['> Is it yours?\nYes\n> Call you?\nAfter five', 'Yes\nAfter five'],
    ['Yes please\n-- \nIf not for you, delete it and contact us', 'Yes please'],
    ['Yes\n\nIf you have received this message in error, please delete it', 'Yes'],
    ['On Monday the adjuster wrote:\n14,200 is all.', 'On Monday the adjuster wrote:\n14,200 is all.'],
    ['Sí.\n\nEl lun, 16 nov 2026 a las 9:00, Makewhole escribió:\n> No más', 'Sí.'],
    ['Hello\n\n-----Original Message-----\nFrom: x', 'Hello'],
    ['Hello\n\n________________________________\nFrom: Makewhole', 'Hello'],
    ['Hello\n\nFrom: Makewhole <a@b.example>\nSent: Monday\nTo: me\nSubject: x\n\nold', 'Hello'],
    ['Hola\n\nDe: Makewhole\nEnviado: lunes\nPara: mí\n\nold', 'Hola'],
    ['From: the insurer I heard nothing.\nOn it went.', 'From: the insurer I heard nothing.\nOn it went.'],
    ['On Monday I wrote to them', 'On Monday I wrote to them'],
  ])('the reply %j is read as %j', (text, words) => {
    expect(withoutQuotes(text)).toBe(words);
  });

  it.each([
    ['<p>One</p><p>Two&nbsp;&lt;b&gt;</p>', 'One\n\nTwo <b>'],
    ['<head><title>x</title></head><div>Hi<br>there</div><blockquote>STOP</blockquote>', 'Hi\nthere'],
    ['a<!-- <b> -->b<script>evil()</script>c', 'abc'],
    ['open <b and never closed', 'open'],
    ['&#x110000; &bogus; &#0;', '&#x110000; &bogus; &#0;'],
  ])('the HTML reply %j is read as %j', (markup, words) => {
    expect(htmlToText(markup)).toBe(words);
  });

  it.each(['<script', '<!--', '<style>', '<', '&#', 'On a\n', '> ', '<div class="'])(
    'are found in no more time than the mail is long, made of %j alone',
    async (piece) => {
      const hostile = piece.repeat(Math.ceil(1_500_000 / piece.length));
      expect(await processorMs(() => withoutQuotes(htmlToText(hostile).slice(0, 20_000)))).toBeLessThan(1500);
    },
  );
});

describe('an email of arbitrary bytes', () => {
  it('any email is read or refused, and never fails otherwise', async () => {
    const header = 'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), async (bytes, withHeader) => {
        const raw = withHeader ? Buffer.concat([Buffer.from(header), bytes]) : bytes;
        const mail = await readMail(raw).catch((error: { kind: string }) => error.kind);
        expect(typeof mail === 'string' ? mail : mail.words.length <= 20_000).toBeTruthy();
      }),
      { numRuns: 200 },
    );
  });

  it('an email with two million empty lines is refused before it is parsed', async () => {
    const mail = Buffer.alloc(2_000_000, '\n');
    expect(await processorMs(() => expect(readMail(mail)).rejects.toMatchObject({ kind: 'malformed' }))).toBeLessThan(
      1500,
    );
  });

  it('an email with parts nested a thousand deep is refused or read in bounded time', async () => {
    const deep = Array.from(
      { length: 1000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    const mail = Buffer.from(deep.join(''));
    expect(await processorMs(() => readMail(mail).catch(() => undefined))).toBeLessThan(1500);
  });
});
