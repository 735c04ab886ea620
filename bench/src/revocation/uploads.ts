// A valuation report sent slowly, with the poll token of its intake or with the key of its agent.
import { actFor, type Ctx } from '@makewhole/server/src/context.ts';
import { rotateAgentKey } from '@makewhole/server/src/modules/agent-keys/index.ts';
import { createIntake } from '@makewhole/server/src/modules/intakes/submission/create-intake.ts';
import { makeReport } from '@makewhole/server/test/reports/corpus.ts';
import { givenAgent, intakeBody, type Call, type Credential } from './credentials.ts';

/** A report is read before it is stored, so its commit comes later than that of other requests. */
const endWithinMs = 6000;
/** Of one credential: fewer than the service takes at once from one address, whatever the lines do. */
const requests = 2;

const boundary = 'synthetic-boundary';
let report: Promise<Buffer> | undefined;
let made = 0;

/** Each a file of its own: the same one again would be stored once. */
function uploadOf(pdf: Buffer, intakeId: string, token: string): Call {
  made += 1;
  const part = 'Content-Disposition: form-data; name="file"; filename="report.pdf"\r\nContent-Type: application/pdf';
  return {
    path: `/api/agent/v1/intakes/${intakeId}/documents`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\n${part}\r\n\r\n`),
      pdf,
      Buffer.from(`%${made}\n\r\n--${boundary}--\r\n`),
    ]),
  };
}

async function givenIntake(
  ctx: Ctx,
): Promise<{ pdf: Buffer; agent: Awaited<ReturnType<typeof givenAgent>>; id: string; pollToken: string }> {
  const pdf = await (report ??= makeReport('ccc', 1).then((one) => Buffer.from(one.pdf)));
  const agent = await givenAgent(ctx);
  const { receipt } = await createIntake(actFor(ctx, agent.actor), {
    request: JSON.parse(intakeBody()),
    idempotencyKey: undefined,
  });
  return { pdf, agent, id: receipt.intake_id, pollToken: receipt.poll_token ?? '' };
}

/** No verb ends a poll token but the erasure of its case; what counts is that its row is gone. */
export async function pollToken(ctx: Ctx): Promise<Credential> {
  const { pdf, id, pollToken: token } = await givenIntake(ctx);
  const remove = { text: 'delete from access.poll_tokens where intake_id = $1', values: [id] };
  return { owner: id, requests, endWithinMs, call: () => uploadOf(pdf, id, token), end: ({ db }) => db.many(remove) };
}

export async function upload(ctx: Ctx): Promise<Credential> {
  const { pdf, agent, id } = await givenIntake(ctx);
  const end = (ending: Ctx) => rotateAgentKey({ ...ending, actor: agent.actor });
  return { owner: id, requests, endWithinMs, call: () => uploadOf(pdf, id, agent.key), end };
}
