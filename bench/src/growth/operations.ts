// What users and workers do all day, each with the table it reads or writes.
import { issueStatements } from '@makewhole/server/src/modules/memberships/statements/issue-statements.ts';
import { submit, type Stage } from './stage.ts';

export type Operation = {
  readonly name: string;
  /** The number of times it is done at each size; default: as often as the size of the run says. */
  readonly times?: number;
  run(turn: number): Promise<void>;
};

async function read(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${new URL(url).pathname} was answered ${response.status}`);
}

/** `place` is that of the size, `institutions` how many get a statement. */
export function operationsOf(stage: Stage, place: number, institutions: number): Operation[] {
  const { base, institution, staffToken, submitted, endpointId } = stage;
  return [
    {
      name: 'poll an intake',
      async run(turn) {
        const one = submitted[turn % submitted.length];
        await read(`${base}/api/agent/v1/intakes/${one?.intakeId}`, one?.token ?? '');
      },
    },
    {
      name: 'submit an intake',
      run: async (turn) => void (await submit(base, `grown-${place}-${turn}@example.com`)),
    },
    { name: 'list events', run: () => read(`${base}/api/gap/v1/events`, institution.key) },
    {
      name: 'list deliveries',
      run: () => read(`${base}/api/staff/v1/deliveries?endpoint_id=${endpointId}`, staffToken),
    },
    {
      name: 'search the board',
      run: (turn) => read(`${base}/api/staff/v1/board/search?q=own-${turn % submitted.length}@example.com`, staffToken),
    },
    {
      // One run issues those of all institutions; what each of them bills is the same at every size.
      name: 'issue a statement',
      times: institutions,
      async run(turn) {
        if (turn > 0) return;
        const { issued } = await issueStatements(stage.service.ctx, monthOf(place));
        if (issued !== institutions) throw new Error(`${issued} statements were issued`);
      },
    },
  ];
}

/** Every size has a month of its own, since a month is billed once. */
function monthOf(offset: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
}
