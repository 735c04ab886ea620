import { expect, it } from 'vitest';
import { toAddress } from '#lib/calls.ts';
import type { request as Request } from './request.ts';

/** `npm run types` checks that all of these fail to compile, except the first. */
const callsOfTheBoard = (request: typeof Request) => [
  request('GET /me'),
  request('POST /cases/{consultation_id}/appraisal/withdraw', {
    path: { consultation_id: 'con_1' },
    body: { number: 1, reason: 'Wrong car.' },
  }),
  // @ts-expect-error there is no such path
  request('GET /nobody'),
  // @ts-expect-error there is no such method at this path
  request('DELETE /me'),
  // @ts-expect-error the path has a parameter
  request('GET /board/cases/{consultation_id}'),
  // @ts-expect-error the parameter has another name
  request('GET /board/cases/{consultation_id}', { path: { case_id: 'con_1' } }),
  // @ts-expect-error the query has no such member
  request('GET /board/search', { query: { text: 'Smith' } }),
  // @ts-expect-error the query has a member that must be there
  request('GET /board/search'),
  // @ts-expect-error the member has other values
  request('GET /board/figures', { query: { range: 'year' } }),
  // @ts-expect-error the body is missing
  request('POST /cases/{consultation_id}/appraisal/withdraw', { path: { consultation_id: 'con_1' } }),
  // @ts-expect-error the body has a member of another type
  request('POST /vin-decodings', { body: { vin: 17 } }),
  // @ts-expect-error the body has no such member
  request('POST /vin-decodings', { body: { vin: '1', plate: 'A' } }),
  // @ts-expect-error nothing is sent with a read
  request('GET /me', { body: { id: 'stf_1' } }),
];

it('a URL has its path and query parameters and omits undefined ones', () => {
  expect(toAddress('GET /me')).toEqual({ method: 'GET', path: '/me' });
  expect(
    toAddress('PUT /a/{a_id}/b/{b}.csv', { path: { a_id: 'x/y', b: 'ü' }, query: { q: 'a b', cursor: undefined } }),
  ).toEqual({ method: 'PUT', path: '/a/x%2Fy/b/%C3%BC.csv?q=a+b' });
});

it('a call has the method and the path that its types were looked up by', () => {
  expect(callsOfTheBoard(toAddress as never)[1]).toEqual({
    method: 'POST',
    path: '/cases/con_1/appraisal/withdraw',
  });
});
