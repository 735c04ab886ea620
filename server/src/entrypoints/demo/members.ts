import { createStoryActs, addStory, type Act, type ActBoard, type StoryActs, type Storyboard } from './story-acts.ts';
import { demoVin, lossDate, type CastMember } from './cast.ts';
import type { DemoInstitution } from './partners.ts';

/** Enrolled vehicles without a loss, so that statements have lines. */
const quietMembers = 20;

/** Members of both institutions from the first days on, losses of some of them, and last month's statements. */
export function addMembers(board: Storyboard, made: readonly DemoInstitution[], next: () => CastMember): void {
  const { world, plan } = board;
  const acts = createStoryActs(board);
  const { day, minutesAgo } = plan;
  for (const { liveKey } of made) plan.add(world.start, () => enrollQuiet(board, liveKey));
  const [union, finance] = made.map((institution) => createMemberActs(board, acts, institution));
  if (union === undefined || finance === undefined) return;
  addStory(board, next(), [
    [world.start, union.enrolls()],
    [day(2, '10:40'), union.reports()],
    [day(1, '13:50'), acts.calls('rufus', 'no_answer')],
  ]);
  addStory(board, next(), [
    [world.start, finance.enrolls()],
    [day(13, '12:00'), finance.reports()],
    [day(12, '10:50'), acts.calls('wanda', 'confirmed')],
    [day(6, '15:45'), finance.ends('complete')],
  ]);
  addStory(board, next(), [
    [world.start, union.enrolls()],
    [day(9, '09:10'), union.reports()],
    [day(8, '11:25'), union.ends('cancel')],
  ]);
  addStory(board, next(), [
    [world.start, finance.enrolls()],
    [minutesAgo(80), finance.reports()],
  ]);
  const at = day(1, '16:50');
  const issued = statementsIssued(world.end);
  plan.add(at > issued ? at : issued, () => workStatements(acts, made));
}

const enrollment = ({ first, last, email, phone, vehicle }: Omit<CastMember, 'number'>, plan: string) => ({
  member: { first_name: first, last_name: last, email, phone },
  vehicle: { vin: demoVin(), year: vehicle.year, make: vehicle.make, model: vehicle.model },
  plan,
});

async function enrollQuiet({ world }: Storyboard, token: string): Promise<void> {
  const enrollments = Array.from({ length: quietMembers }, (_, number) => ({
    member: {
      first_name: 'Synthetic',
      last_name: `Member ${number + 1}`,
      email: `member-${number + 1}@demo.example.com`,
    },
    vehicle: { vin: demoVin(), year: 2022, make: 'Honda', model: 'Civic' },
    plan: number % 3 === 0 ? 'plus' : 'basic',
  }));
  await world.call('POST /api/gap/v1/plans/enrollments/bulk', { token, body: { enrollments } });
}

export function createMemberActs(
  { world }: ActBoard,
  { staff }: StoryActs,
  { liveKey: token }: Pick<DemoInstitution, 'liveKey'>,
) {
  const enrolled = new Map<CastMember, string>();
  return {
    enrolls: (): Act => async (one) => {
      const body = enrollment(one.person, 'plus');
      one.isIntake = false;
      enrolled.set(
        one.person,
        (await world.call('POST /api/gap/v1/plans/enrollments', { token, body, expects: 201 })).id,
      );
    },
    reports: (): Act => async (one) => {
      const { person } = one;
      const body = {
        enrollment_id: enrolled.get(person),
        date_of_loss: lossDate(world.clock.now(), person),
        loss_state: person.state,
        carrier: person.insurer,
        claim_number: person.claim,
        initial_offer_cents: person.offerCents,
      };
      const notice = await world.call('POST /api/gap/v1/plans/loss-notices', { token, body, expects: 201 });
      one.sourceId = notice.redemption_id;
      one.id = (await staff('lead', `GET /board/search?q=${notice.consultation_number}`)).data[0].id;
    },
    ends:
      (how: 'complete' | 'cancel'): Act =>
      async ({ sourceId }) => {
        await staff('lead', `POST /redemptions/${sourceId}/${how}`);
      },
  };
}

/** A month's statements are issued on the first of the next month at six, UTC; staff work on them shortly after. */
const statementsIssued = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 6, 10));

/** The newest statement of each institution: one was paid, one is sent. */
async function workStatements({ staff }: StoryActs, made: readonly DemoInstitution[]): Promise<void> {
  for (const [index, { id }] of made.entries()) {
    const { data } = await staff('administrator', `GET /institutions/${id}/statements`);
    const newest = (data as readonly { id: string; period: string }[]).toSorted((a, b) =>
      b.period.localeCompare(a.period),
    )[0];
    const path = `/institutions/${id}/statements/${newest?.id}`;
    await staff('administrator', `POST ${path}/send`);
    if (index === 0) await staff('administrator', `POST ${path}/status`, { status: 'paid' });
  }
}
