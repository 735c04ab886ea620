// An agent that opens intakes and uploads files to them.

export type Caller = { readonly intakeId: string; readonly token: string };
export type Answer = { readonly status: number; readonly ms: number };

/** An intake has at most ten documents. */
const perIntake = 10;

/** Gives the intake to upload to, a new one for every ten files. */
export function openIntakes(base: string): () => Promise<Caller> {
  let used = 0;
  let current: Promise<Caller> | undefined;
  return () => {
    if (used % perIntake === 0 || current === undefined) current = openIntake(base, used);
    used += 1;
    return current;
  };
}

async function openIntake(base: string, number: number): Promise<Caller> {
  const response = await fetch(`${base}/api/agent/v1/intakes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
      customer: { email: `owner-${number}-${crypto.randomUUID()}@example.com` },
      consent: { attestation: 'The customer asked me to submit this and expects a call.' },
    }),
  });
  const body = (await response.json()) as { intake_id: string; poll_token: string };
  if (response.status !== 201) throw new Error(`an intake was answered ${response.status}`);
  return { intakeId: body.intake_id, token: body.poll_token };
}

export async function upload(base: string, { intakeId, token }: Caller, pdf: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)]), 'report.pdf');
  const startedAt = performance.now();
  const response = await fetch(`${base}/api/agent/v1/intakes/${intakeId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAt };
}

/** How long it takes to be told about an intake. */
export async function poll(base: string, { intakeId, token }: Caller): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/api/agent/v1/intakes/${intakeId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`an intake was answered ${response.status}`);
  return performance.now() - startedAt;
}
