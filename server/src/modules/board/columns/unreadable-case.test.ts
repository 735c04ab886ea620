import { beforeAll, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, newEmail, newPhone, type Team } from '#testing/intakes';
import { useHarness } from '#test/harness';
import type { Card, Columns } from '../schemas.ts';

const harness = useHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

async function givenCase(lastName: string): Promise<string> {
  const intake = await givenIntake(harness.current, {
    customer: { first_name: 'Robin', last_name: lastName, email: newEmail(), phone: newPhone() },
  });
  return (await team.record(intake.intake_id)).consultation?.id ?? '';
}

const get = async (path: string) => {
  const { status, body } = await harness.current.call('GET', `/api/staff/v1${path}`, { token: team.token });
  expect(status).toBe(200);
  return body;
};

const spoil = (statement: string, id: string) => harness.current.owner.many({ text: statement, values: [id] });

describe('a case that cannot be decrypted', () => {
  it('a case that cannot be decrypted is marked on the board and in the search, is reported, and does not affect the other cases', async () => {
    const [whole, named, reached] = [await givenCase('Whole'), await givenCase('Named'), await givenCase('Reached')];
    const { status } = await harness.current.call('PATCH', `/api/staff/v1/cases/${named}/facts`, {
      token: team.token,
      body: { seen: 0, changes: { first_name: 'Corrected' } },
    });
    expect(status).toBe(200);
    await spoil(
      `update facts.cases set encrypted_person = encrypted_person || '\\x00' where consultation_id = $1`,
      named,
    );
    await spoil(
      `update consultations.consultations set encrypted_phone = encrypted_phone || '\\x00' where id = $1`,
      reached,
    );

    const { columns }: Columns = await get('/board/columns');
    const { data }: { data: Card[] } = await get('/board/search?q=robin');
    for (const cards of [columns.flatMap((column) => column.cards), data]) {
      const shown = (id: string) => cards.find((card) => card.id === id);
      expect(shown(whole)).toMatchObject({ name: 'Robin W.', unreadable: false });
      expect(shown(named)).toMatchObject({ name: null, unreadable: true });
      expect(shown(reached)).toMatchObject({ name: 'Robin R.', unread_replies: 0, unreadable: true });
    }
    for (const id of [named, reached])
      expect(
        harness.current.logLines.filter((line) => line.includes('board.card-unreadable') && line.includes(id)),
      ).toHaveLength(2);
    expect(await harness.current.ctx.metrics.registry.metrics()).toContain('makewhole_board_unreadable_total 4');
  });
});
