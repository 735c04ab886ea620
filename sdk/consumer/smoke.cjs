// What a program that installed the library does with it; the same for both kinds of module and every Node.
// SPDX-License-Identifier: Apache-2.0
'use strict';
const assert = require('node:assert/strict');
const { createPublicKey, verify } = require('node:crypto');
const { once } = require('node:events');
const { createServer } = require('node:http');
const { text } = require('node:stream/consumers');

/** A server for the time of one check. */
async function serving(listener, use) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answer = (response, status, body) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** The profile, rebuilt from what arrived: the signature must hold for it. */
function requireSigned(request, url, publicKey) {
  const [, covered, rest] = /^svc=\(([^)]*)\)(.*)$/.exec(request.headers['signature-input']);
  const value = (name) =>
    name === '@method' ? request.method : name === '@target-uri' ? url + request.url : request.headers[name];
  const names = covered.split(' ').map((name) => name.slice(1, -1));
  const lines = names.map((name) => `"${name}": ${value(name)}`);
  const base = [...lines, `"@signature-params": (${covered})${rest}`].join('\n');
  const signature = Buffer.from(request.headers.signature.slice('svc=:'.length, -1), 'base64');
  const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' };
  assert.ok(
    verify(rest.includes('ed25519') ? null : 'sha256', Buffer.from(base), key, signature),
    'the signature holds',
  );
}

async function tryClients({ Makewhole, isMakewholeError }, vectors) {
  for (const { keyid, private_key: privateKey, public_key: publicKey } of vectors.keys) {
    const keys = new Set();
    let url = '';
    let attempts = 0;
    const listener = (request, response) => {
      requireSigned(request, url, publicKey);
      keys.add(request.headers['idempotency-key']);
      request.resume();
      attempts += 1;
      if (attempts === 1) answer(response, 503, { code: 'internal_error', error: 'try again' });
      else answer(response, 201, { id: 'ref_1' });
    };
    await serving(listener, async (baseUrl) => {
      url = baseUrl;
      const partner = Makewhole.partner({ baseUrl, signer: { keyid, privateKey }, environment: 'TEST' });
      assert.equal((await partner.referrals.create({})).id, 'ref_1');
    });
    assert.deepEqual([attempts, keys.size], [2, 1], 'sent again under the same key');
  }
  const refused = (_request, response) => answer(response, 401, { code: 'unauthorized', error: 'no' });
  await serving(refused, async (baseUrl) => {
    const error = await Makewhole.agent({ baseUrl, key: 'svc_agent_x' })
      .me.get()
      .catch((one) => one);
    assert.ok(isMakewholeError(error) && error.code === 'unauthorized');
  });
}

async function tryRoster({ Makewhole }) {
  async function* rows() {
    for (let row = 0; row < 5000; row += 1) yield { vehicle: { vin: String(row) } };
  }
  const count = (request, response) =>
    void text(request).then((body) => answer(response, 200, { totals: { submitted: body.trim().split('\n').length } }));
  await serving(count, async (baseUrl) => {
    const { totals } = await Makewhole.partner({ baseUrl, key: 'gap_test_x' }).plans.syncRoster(rows());
    assert.equal(totals.submitted, 5000);
  });
}

async function tryReceivers({ webhooks }) {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const seen = [];
  const on = { 'referral.activated': ({ id }) => void seen.push(id) };
  const receiver = webhooks.receive({ secret: ['whsec_gap_old', secret], on });
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'referral.activated', data: { note: 'Zoë' } });
  const headers = await webhooks.testHeaders({ body, secret });
  const send = async (url) => {
    const statuses = [];
    for (const sent of [body, `${body} `]) {
      statuses.push((await fetch(`${url}/hooks`, { method: 'POST', headers, body: sent })).status);
    }
    assert.deepEqual(statuses, [204, 400]);
  };
  await serving(receiver.node, send);

  const express = require('express');
  const early = express();
  early.post('/hooks', receiver.express);
  early.use(express.json());
  await serving(early, send);
  const raw = express();
  raw.use(express.raw({ type: '*/*' }));
  raw.post('/hooks', receiver.express);
  await serving(raw, send);

  const { Hono } = require('hono');
  const hono = new Hono();
  hono.post('/hooks', receiver.hono);
  for (const [sent, status] of [
    [body, 204],
    [`${body} `, 400],
  ]) {
    const answered = await hono.fetch(new Request('http://x.example/hooks', { method: 'POST', headers, body: sent }));
    assert.equal(answered.status, status);
  }
  assert.equal((await receiver.fetch(new Request('http://x.example/', { method: 'POST', headers, body }))).status, 204);

  const app = require('fastify')();
  await app.register(receiver.fastify, { prefix: '/hooks' });
  await send(await app.listen({ host: '127.0.0.1', port: 0 }));
  await app.close();
  assert.equal(seen.length, 6);
}

exports.smoke = async function smoke(library, { signRequest, verifyServiceSignature, vectors }) {
  assert.equal(typeof signRequest, 'function');
  assert.equal(typeof verifyServiceSignature, 'function');
  await tryClients(library, vectors);
  await tryRoster(library);
  await tryReceivers(library);
};
