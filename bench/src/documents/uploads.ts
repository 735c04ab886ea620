// An agent that creates intakes and uploads files to them.

export type Client = { readonly intakeId: string; readonly token: string };
export type Answer = { readonly status: number; readonly ms: number };

/** An intake has at most ten documents. */
const perIntake = 10;

/** Returns the intake to upload to, a new one for every ten files. */
export function createIntakes(base: string): () => Promise<Client> {
  let used = 0;
  let current: Promise<Client> | undefined;
  return () => {
    if (used % perIntake === 0 || current === undefined) current = createIntake(base, used);
    used += 1;
    return current;
  };
}

async function createIntake(base: string, number: number): Promise<Client> {
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

export async function upload(base: string, { intakeId, token }: Client, pdf: Buffer): Promise<Answer> {
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

/** How long polling an intake takes. */
export async function poll(base: string, { intakeId, token }: Client): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/api/agent/v1/intakes/${intakeId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`an intake was answered ${response.status}`);
  return performance.now() - startedAt;
}
