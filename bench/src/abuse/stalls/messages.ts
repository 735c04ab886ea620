// Replies by text and by email.
import { createHmac } from 'node:crypto';
import { type AttackTable, type AttackWorld, type Shot, type Shots, ofPortal, once, pumped } from './attack.ts';

const doctor =
  (path: 'request' | 'webhook', make: (world: AttackWorld) => object): Shots =>
  (world) => {
    const body = JSON.stringify(make(world));
    return [() => ofPortal(world, `/doctor/${path}`, { body })];
  };

const head = 'POST /api/gap/v1/referrals HTTP/1.1\r\nHost: api.makewhole.example\r\n';
export const signed = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `s${n}=("@method" "@target-uri" "content-digest");created=1;keyid="k${n}";nonce="n"`,
  ).join(', ');

export const pasteAttacks: AttackTable = {
  'doctor newlines': doctor('request', () => ({
    raw: `${head}Content-Length: 5\r\n\r\n`,
    body: `${'\n'.repeat(262_143)}x`,
  })),
  'doctor newlines short': doctor('request', () => ({
    raw: `${head}Content-Length: 5\r\n\r\n`,
    body: `${'\n'.repeat(60_000)}x`,
  })),
  'doctor crlf': doctor('request', () => ({ raw: `${head}Content-Length: 5\r\n\r\n${'\r\n'.repeat(131_000)}x` })),
  'doctor headers': doctor('request', () => ({
    method: 'POST',
    url: '/x',
    headers: Array.from({ length: 100 }, (_, n) => ({ name: `h${n}`, value: `${' '.repeat(8191)}x` })),
    body: 'x',
  })),
  'doctor signatures': doctor('request', () => ({ raw: `${head}Signature-Input: ${signed(2500)}\r\n\r\n{}` })),
  'doctor lines': doctor('request', () => ({ raw: `${head}${'a:\t\n'.repeat(70_000)}` })),
  'doctor blanks': doctor('request', () => ({ raw: `${head}a:${' \t'.repeat(145_000)}x\r\n\r\n{}` })),
  'doctor curl': doctor('request', () => ({ raw: `> POST / HTTP/1.1\n${'> \n'.repeat(90_000)}` })),
  'doctor webhook': doctor('webhook', ({ endpointId }) => ({
    endpoint_id: endpointId,
    headers: 'content-length: 5\nwebhook-id: evt_1\nwebhook-timestamp: 1\nwebhook-signature: v1,AAAA',
    body: `${'\n'.repeat(262_143)}x`,
  })),
  'doctor webhook lines': doctor('webhook', ({ endpointId }) => ({
    endpoint_id: endpointId,
    headers: 'a:\n'.repeat(10_000),
    body: 'x',
    computed: 'a'.repeat(400),
  })),
};

const textReply =
  (texts: readonly string[]): Shots =>
  (world) =>
    texts.map((text, turn) => () => {
      const path = '/hooks/text/replies';
      const form = {
        Body: text,
        From: `+1202555${String(1000 + turn)}`,
        MessageSid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
      };
      const signing = Object.entries(form).toSorted(([one], [other]) => (one < other ? -1 : 1));
      const signature = createHmac('sha1', world.textSecret)
        .update(world.origin + path + signing.flat().join(''))
        .digest('base64');
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
      return { kind: 'http', method: 'POST', path, headers, body: new URLSearchParams(form).toString() };
    });

type Mail = { readonly headers?: string; readonly type?: string; readonly body: string };

const toMail = ({ headers = '', type = 'text/plain', body }: Mail): Buffer =>
  Buffer.from(
    `From: owner@example.com\r\nMessage-ID: <${crypto.randomUUID()}@example.com>\r\n${headers}Content-Type: ${type}\r\n\r\n${body}`,
  );

/** Through the provider's hook or, for `lmtp`, as a mail server delivers it. */
const mail = (way: 'hook' | 'lmtp', make: () => Mail): Shots => {
  const made = once(make);
  return (world) => [
    (): Shot =>
      way === 'lmtp'
        ? { kind: 'mail', mail: toMail(made()) }
        : {
            kind: 'http',
            method: 'POST',
            path: '/providers/mail',
            headers: {
              authorization: `Bearer ${world.mailSecret}`,
              'x-recipient': world.mailTo,
              'content-type': 'message/rfc822',
            },
            body: toMail(made()),
          },
  ];
};

const nestedMail = (depth: number): Mail => ({
  type: 'multipart/mixed; boundary=b0',
  body: Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  ).join(''),
});
const attachments = (count: number): Mail => ({
  type: 'multipart/mixed; boundary=b',
  body: `${'--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n'.repeat(count)}--b--`,
});

export const messageAttacks: AttackTable = {
  'text newlines': textReply([`${'\n'.repeat(1599)}x`]),
  'text pumped': textReply(pumped(1600)),
  'mail nested': mail('hook', () => nestedMail(2000)),
  'mail headers': mail('hook', () => ({
    headers: 'X-A: =?utf-8?q?a?=\r\n '.repeat(12_000).trimEnd() + '\r\n',
    body: 'Yes',
  })),
  'mail addresses': mail('hook', () => ({
    headers: `To: ${'"a" <a@b.example>,\r\n '.repeat(4000)}a@b.example\r\n`,
    body: 'Yes',
  })),
  'mail lines': mail('hook', () => ({ body: '\n'.repeat(2_000_000) })),
  'mail html': mail('hook', () => ({ type: 'text/html', body: `${'<!--'.repeat(60)}\r\n`.repeat(6000) })),
  'mail entities': mail('hook', () => ({ type: 'text/html', body: `${'&#x41;&#'.repeat(30)}\r\n`.repeat(6000) })),
  'mail junk': mail('hook', () => ({
    headers: 'Content-Transfer-Encoding: base64\r\n',
    body: `${'=*'.repeat(35)}\r\n`.repeat(20_000),
  })),
  'mail attachments': mail('hook', () => attachments(15_000)),
  'mail quotes': mail('hook', () => ({ body: 'On a\r\n> \r\n'.repeat(150_000) })),
  'lmtp lines': mail('lmtp', () => ({ body: '\n'.repeat(2_000_000) })),
  'lmtp html': mail('lmtp', () => ({ type: 'text/html', body: `${'<!--'.repeat(60)}\r\n`.repeat(6000) })),
  'lmtp attachments': mail('lmtp', () => attachments(15_000)),
};
