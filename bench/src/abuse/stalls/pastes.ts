// What a user of the portal can paste into the check of a signature.
import { attacksOn, ofPortal, type Attack, type AttackWorld, type Shots } from './attack.ts';

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

export const pasteAttacks: readonly Attack[] = [
  ...attacksOn('signature-check.portal-check-request', {
    'doctor newlines': [
      '262,143 newlines, content-length 5',
      doctor('request', () => ({ raw: `${head}Content-Length: 5\r\n\r\n`, body: `${'\n'.repeat(262_143)}x` })),
    ],
    'doctor newlines short': [
      '60,000 newlines, content-length 5',
      doctor('request', () => ({ raw: `${head}Content-Length: 5\r\n\r\n`, body: `${'\n'.repeat(60_000)}x` })),
    ],
    'doctor crlf': [
      '131,000 CRLF, content-length 5',
      doctor('request', () => ({ raw: `${head}Content-Length: 5\r\n\r\n${'\r\n'.repeat(131_000)}x` })),
    ],
    'doctor headers': [
      '100 headers of 8,192 blanks',
      doctor('request', () => ({
        method: 'POST',
        url: '/x',
        headers: Array.from({ length: 100 }, (_, n) => ({ name: `h${n}`, value: `${' '.repeat(8191)}x` })),
        body: 'x',
      })),
    ],
    'doctor signatures': [
      '2,500 signatures',
      doctor('request', () => ({ raw: `${head}Signature-Input: ${signed(2500)}\r\n\r\n{}` })),
    ],
    'doctor lines': ['70,000 header lines', doctor('request', () => ({ raw: `${head}${'a:\t\n'.repeat(70_000)}` }))],
    'doctor blanks': [
      'a header of 290,000 blanks',
      doctor('request', () => ({ raw: `${head}a:${' \t'.repeat(145_000)}x\r\n\r\n{}` })),
    ],
    'doctor curl': [
      '90,000 lines of curl -v',
      doctor('request', () => ({ raw: `> POST / HTTP/1.1\n${'> \n'.repeat(90_000)}` })),
    ],
  }),
  ...attacksOn('signature-check.portal-check-delivery', {
    'doctor webhook': [
      '262,143 newlines, content-length 5',
      doctor('webhook', ({ endpointId }) => ({
        endpoint_id: endpointId,
        headers: 'content-length: 5\nwebhook-id: evt_1\nwebhook-timestamp: 1\nwebhook-signature: v1,AAAA',
        body: `${'\n'.repeat(262_143)}x`,
      })),
    ],
    'doctor webhook lines': [
      '10,000 header lines',
      doctor('webhook', ({ endpointId }) => ({
        endpoint_id: endpointId,
        headers: 'a:\n'.repeat(10_000),
        body: 'x',
        computed: 'a'.repeat(400),
      })),
    ],
  }),
];
