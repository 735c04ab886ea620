import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { givenReferral } from '#testing/referrals';
import { makeReport } from '#test/reports/corpus';
import { Makewhole } from '../../../sdk/src/index.ts';
import { usePublicService } from './use-public-service.ts';

// Pastes the command on every operation's page into a shell, with the values that the page names.

const running = usePublicService({ registerPerMin: 1000, registerPendingMax: 1000 });

/** Operations whose sample needs something that an example cannot have, and the resulting status. */
const refused: Readonly<Record<string, number>> = {
  // Needs the caller's registration and code.
  verifyRegistration: 404,
  recoverKey: 400,
  // Needs a signature, and an institution that may check one.
  verifyCredential: 401,
  checkSignature: 404,
  // Needs an existing review, and an enrolled vehicle.
  getReviewRecord: 404,
  reportLoss: 404,
};

async function givenFor(section: string, path: string): Promise<Record<string, string>> {
  const { harness, url } = running.current;
  if (section === 'gap') {
    const { key } = await givenPartner(harness);
    if (!path.includes('{id}')) return { MAKEWHOLE_KEY: key };
    if (path.includes('/referrals/')) return { MAKEWHOLE_KEY: key, ID: (await givenReferral(harness, key)).id };
    return { MAKEWHOLE_KEY: key, ID: (await givenEnrollment(harness, key)).id };
  }
  const made = await Makewhole.agent({ baseUrl: `${url}/sandbox` }).intakes.create({
    agent: { name: 'Example Agent', platform: 'example-agent' },
    customer: { email: `owner-${crypto.randomUUID()}@example.com` },
    consent: { attestation: 'The owner asked me to submit this and knows that you will email and call.' },
  });
  return {
    MAKEWHOLE_AGENT_KEY: await running.current.newAgentKey(),
    INTAKE_ID: made.intake_id,
    POLL_TOKEN: 'poll_token' in made ? made.poll_token : '',
    FILE: 'readable.pdf',
  };
}

/** Prints the response status instead of its body. */
const shell = `curl() { command curl -sS -o /dev/null -w '%{http_code}' "$@"; }\n`;

async function statusOf(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { folder } = running.current;
  running.current.write('command.sh', `${shell}${command}\n`);
  const child = spawn('bash', [join(folder, 'command.sh')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
  await once(child, 'close');
  return printed;
}

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
};

describe.each(['agent', 'agent-sandbox', 'gap'])('the sample commands for the operations of %s', (section) => {
  it('the sample commands get the responses that their pages describe', async () => {
    const { harness, write } = running.current;
    write('report.pdf', (await makeReport('ccc', 7)).pdf);
    const { paths } = (await harness.call('GET', `/developers/${section}/openapi.json`)).body as Described;
    const answers: Record<string, string> = {};
    for (const [path, methods] of Object.entries(paths))
      for (const { operationId } of Object.values(methods)) {
        const { text } = await harness.call('GET', `/developers/${section}/operations/${operationId}.md`);
        const command = /^```bash\n([\s\S]*?)\n```$/m.exec(text)?.[1] ?? '';
        answers[operationId] = await statusOf(command, await givenFor(section, path));
      }
    const strange = Object.entries(answers).filter(([operation, answer]) => {
      const expected = refused[operation];
      return expected === undefined ? !/^20\d$/.test(answer) : answer !== String(expected);
    });
    expect(strange).toEqual([]);
  });
});
