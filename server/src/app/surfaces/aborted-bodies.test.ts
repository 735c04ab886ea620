import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { request } from '#test/http/raw-http';
import { rosterPath } from '#test/fixtures/rosters';
import { until } from '#test/until';
import { givenStaffToken } from '#testing/staff';
import { givenIntake, linkPath } from '#testing/intakes';
import { givenPartner } from '#testing/partners';

const harness = useHarness();

/** One route for every way of reading a body: its path, its declared type, and its beginning. */
let uploads: Readonly<Record<string, { path: string; type: string; body: string; token?: string }>>;

beforeAll(async () => {
  const h = harness.current;
  const [{ key }, staff, intake] = [await givenPartner(h), await givenStaffToken(h), await givenIntake(h)];
  const [json, form] = ['application/json', 'application/x-www-form-urlencoded'];
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-';
  uploads = {
    'JSON of an agent': { path: '/api/agent/v1/intakes', type: json, body: '{"agent":' },
    'JSON of a partner': { path: '/api/gap/v1/referrals', type: json, body: '{"a":', token: key },
    'JSON of the team': { path: '/api/staff/v1/do-not-contact', type: json, body: '{"email":', token: staff },
    'a roster in an object': { path: rosterPath, type: json, body: '{"roster":[{}', token: key },
    'a roster in lines': { path: rosterPath, type: 'application/x-ndjson', body: '{}\n{', token: key },
    'a form': { path: linkPath(intake), type: form, body: 'decision=' },
    'an event of the card provider': { path: '/providers/stripe', type: json, body: '{' },
    'a file': {
      path: `/api/agent/v1/intakes/${intake.intake_id}/documents`,
      type: 'multipart/form-data; boundary=b',
      body: part,
      token: intake.poll_token,
    },
  };
});

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** The next request as the server sees it. */
function nextExchange(): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const note = (message: unknown) => {
    unsubscribe('http.server.request.start', note);
    resolve(message as Exchange);
  };
  subscribe('http.server.request.start', note);
  return promise;
}

it('a body whose client disconnects is not an error of ours, however it is read', async () => {
  const { baseUrl, logLines } = harness.current;
  const { hostname, port } = new URL(baseUrl);
  const statuses: [string, number][] = [];
  for (const [what, { path, type, body, token }] of Object.entries(uploads)) {
    const socket = connect({ host: hostname, port: Number(port) });
    const credential = token === undefined ? [] : [`Authorization: Bearer ${token}`];
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, 'Content-Length: 1000', ...credential];
    const arriving = nextExchange();
    socket.write(request(head, body));
    const { request: incoming, response } = await arriving;
    await until(
      `${what} to be read`,
      () => incoming.readableFlowing === true || incoming.listenerCount('readable') > 0,
    );
    socket.destroy();
    await until(`${what} to be answered`, () => response.writableEnded);
    statuses.push([what, response.statusCode]);
  }
  expect(statuses).toEqual(statuses.map(([what]) => [what, 400]));
  expect(logLines.filter((line) => line.includes('"event":"http.failed"'))).toEqual([]);
});
