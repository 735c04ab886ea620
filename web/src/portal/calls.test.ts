import { expect, it } from 'vitest';
import { toAddress } from '#lib/calls.ts';
import type { requestAt as RequestAt } from './request.ts';

/** `npm run types` checks that all of these fail to compile, except the first. */
const callsOfThePortal = (requestAt: typeof RequestAt) => [
  requestAt('/ins_1/test', 'GET /events', { query: { order: 'asc' } }),
  // @ts-expect-error there is no such path in an institution
  requestAt('/ins_1/test', 'GET /sessions'),
  // @ts-expect-error the query has other values
  requestAt('/ins_1/test', 'GET /events', { query: { order: 'newest' } }),
  // @ts-expect-error the body is missing
  requestAt('/ins_1/test', 'POST /endpoints'),
];

it('a call in an institution has the method and the path that its types were looked up by', () => {
  const record = (_base: string, key: string, call: object) => toAddress(key, call);
  expect(callsOfThePortal(record as never)[0]).toEqual({ method: 'GET', path: '/events?order=asc' });
});
