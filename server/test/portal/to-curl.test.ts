import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readFilter, toQuery } from '../../../web/src/portal/views/webhooks/delivery-filter.ts';
import { toCurl } from '../../../web/src/portal/views/webhooks/to-curl.ts';

it('a curl command reaches a shell as one request, whatever it contains', () => {
  const body = `{"a":"it's $(id) \`id\` \\"quoted\\" \n ; rm"}`;
  const command = toCurl(
    {
      url: "https://hooks.example.com/a'b?c=$d",
      headers: [
        { name: 'host', value: 'hooks.example.com' },
        { name: 'x-service-signature', value: 't=1,v1=ab' },
        { name: 'content-length', value: '3' },
      ],
    },
    body,
  );
  const seen = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], { encoding: 'utf8' });
  expect(seen.split('\0').slice(0, -1)).toEqual([
    '--request',
    'POST',
    "https://hooks.example.com/a'b?c=$d",
    '--header',
    'x-service-signature: t=1,v1=ab',
    '--data-binary',
    body,
  ]);
});

it('a filter keeps known parameters, and its times are sent with their zone', () => {
  const filter = readFilter({ state: 'pending', other: 'x', type: 7, since: '2026-11-15T12:00Z', until: 'never' });
  expect(filter).toEqual({ state: 'pending', since: '2026-11-15T12:00Z', until: 'never' });
  expect(toQuery(filter)).toEqual({ state: 'pending', since: '2026-11-15T12:00:00.000Z' });
});
