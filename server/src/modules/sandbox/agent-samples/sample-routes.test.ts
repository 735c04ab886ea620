import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { at, givenTestIntake } from '../agent-sandbox/testing.ts';
import { sampleReports } from './sample-data.ts';

const harness = useHarness();

function upload({ id, token }: { id: string; token: string }, name: string, pdf: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), name);
  const headers = { authorization: `Bearer ${token}` };
  const path = `${at}/intakes/${id}/documents`;
  return fetch(`${harness.current.baseUrl}${path}`, { method: 'POST', headers, body });
}

describe('the sample reports', () => {
  it.each(Object.entries(sampleReports))(
    '%s can be downloaded, and its upload gets the documented response',
    async (name, { status }) => {
      const { baseUrl } = harness.current;
      const download = await fetch(`${baseUrl}/sandbox/reports/${name}`);
      expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pdf = Buffer.from(await download.arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeLessThan(150_000);
      const { intake_id: id, poll_token: token, missing_fields: before } = await givenTestIntake(harness.current);
      const answer = await upload({ id, token }, name, pdf);
      const receipt = (await answer.json()) as { missing_fields: string[]; code?: string };
      expect([answer.status, receipt.code]).toEqual([status, status === 400 ? 'invalid_request' : undefined]);
      const { body: seen } = await harness.current.call('GET', `${at}/intakes/${id}`, { token });
      // A refused file is absent, and the previously accepted one remains.
      if (status === 400) expect(seen.missing_fields).toEqual(before);
      else expect(seen.missing_fields).toEqual(receipt.missing_fields);
      if (name === 'letter.pdf') expect(receipt.missing_fields).toEqual([...before, 'file']);
      const unknown = ['loss.loss_state', 'loss.zip', 'customer.first_name', 'customer.last_name', 'customer.phone'];
      if (name === 'readable.pdf') expect(receipt.missing_fields).toEqual(unknown);
      // A scan does not give every letter of a name with certainty.
      if (name === 'scan.pdf')
        expect(receipt.missing_fields.filter((field) => field !== 'offer.insurer')).toEqual(unknown);
    },
    120_000,
  );

  it('a readable report after an unreadable one removes `file` from the missing fields', async () => {
    const { intake_id: id, poll_token: token } = await givenTestIntake(harness.current);
    const lists = [];
    for (const name of ['letter.pdf', 'readable.pdf']) {
      const pdf = new Uint8Array(
        await (await fetch(`${harness.current.baseUrl}/sandbox/reports/${name}`)).arrayBuffer(),
      );
      const answer = await upload({ id, token }, name, pdf);
      lists.push(((await answer.json()) as { missing_fields: string[] }).missing_fields.includes('file'));
    }
    expect(lists).toEqual([true, false]);
  });

  it('the sandbox page lists every sample with its result', async () => {
    const { call, config } = harness.current;
    const { text } = await call('GET', '/developers/guides/sandbox.md');
    for (const [name, { status, means }] of Object.entries(sampleReports))
      expect(text).toContain(
        `| [${name}](${config.publicBaseUrl}/sandbox/reports/${name}) | \`${status}\` | ${means} |`,
      );
  });

  it('no other sample can be downloaded', async () => {
    for (const path of ['nothing.pdf', '..%2fsample-data.ts', 'sample-data.ts', 'constructor']) {
      const { status, body } = await harness.current.call('GET', `/sandbox/reports/${path}`);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });
});
