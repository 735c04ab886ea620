import { beforeAll, describe, expect, it } from 'vitest';
import { givenIntake, givenTeam, newEmail, sendReport, type CreatedReceipt, type Team } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { owners } from '#test/reports/facts';
import { makeReport, type FieldName, type SyntheticReport } from '#test/reports/corpus';
import type { Card, ConsultationDetail, Columns } from '../schemas.ts';

const harness = useHarness();
let team: Team;
let report: SyntheticReport;
beforeAll(async () => {
  team = await givenTeam(harness.current);
  report = await makeReport('ccc', 1);
});

const read = async (path: string) =>
  (await harness.current.call('GET', `/api/staff/v1${path}`, { token: team.token })).body;

const printed = (name: FieldName): string => {
  const expected = report.truth[name];
  if (typeof expected === 'string') throw new Error(`the report does not say its ${name}`);
  return String(expected.value);
};

/** Its check digit is right, and it decodes to year and make without a model, which a report could fill in. */
const ownVin = '1HGZZ99913A004352';

async function givenReported(
  vehicle: { vin?: string; model?: string; plate?: string } = {},
  lastName = newEmail().replace(/@.*/, ''),
) {
  const customer = { first_name: 'Robin', last_name: lastName, email: newEmail() };
  const intake = await givenIntake(harness.current, { customer, vehicle });
  const { body } = await sendReport(harness.current, intake, report.pdf);
  return {
    intake,
    customer,
    receipt: body as CreatedReceipt,
    consultationId: (await team.record(intake.intake_id)).consultation?.id,
  };
}

describe('a report about another vehicle', () => {
  it("a report about another vehicle adds nothing to the consultation's page, card or search", async () => {
    const { intake, customer, receipt, consultationId } = await givenReported({ vin: ownVin });
    expect(receipt.missing_fields).toEqual(expect.arrayContaining(['vehicle.odometer', 'offer.acv_offer_cents']));

    const seen: ConsultationDetail = await read(`/board/cases/${consultationId}`);
    expect(seen.facts.filter(({ from }) => from === 'report')).toEqual([]);
    const values = seen.facts.map(({ value }) => value);
    for (const name of ['vin', 'model', 'trim', 'odometer', 'date_of_loss', 'insurer', 'claim_number'] as const)
      expect([name, values.includes(printed(name))]).toEqual([name, false]);
    expect([seen.offer_cents, seen.card.gap_cents]).toEqual([null, null]);
    expect(seen.missing).toEqual(['Odometer', 'ZIP', 'Date of loss', 'Insurer', 'The insurer’s offer']);

    const columns: Columns = await read('/board/columns');
    const { data } = await read(`/board/search?q=${encodeURIComponent(customer.last_name)}`);
    const onBoard = columns.columns.flatMap(({ cards }) => cards).find(({ id }) => id === consultationId);
    expect([seen.card.vehicle, onBoard?.vehicle, data.map((card: Card) => card.vehicle)]).toEqual([
      '2003 Honda',
      '2003 Honda',
      ['2003 Honda'],
    ]);

    for (const name of ['claim_number', 'vin'] as const) {
      const hits: { data: Card[] } = await read(`/board/search?q=${encodeURIComponent(printed(name))}`);
      expect(hits.data.map(({ source_id: id }) => id)).not.toContain(intake.intake_id);
    }
  });

  it('a report about another vehicle is marked as such for staff', async () => {
    const { consultationId } = await givenReported({ vin: ownVin });
    expect((await read(`/board/cases/${consultationId}`)).documents).toMatchObject([{ other_vehicle: printed('vin') }]);
  });
});

describe('a report about the vehicle of the consultation', () => {
  it('a report about the same vehicle outranks the submission, and the consultation is found by its claim number', async () => {
    const { intake, consultationId } = await givenReported({ model: 'as the agent says', plate: 'SYN0' });
    const seen: ConsultationDetail = await read(`/board/cases/${consultationId}`);
    const from = Object.fromEntries(seen.facts.map((fact) => [fact.label, [fact.value, fact.from]]));
    expect(from).toMatchObject({
      VIN: [printed('vin'), 'report'],
      Model: [printed('model'), 'report'],
      Plate: ['SYN0', 'agent'],
      Odometer: [printed('odometer'), 'report'],
      Insurer: [printed('insurer'), 'report'],
      'Claim no.': [printed('claim_number'), 'report'],
      'Date of loss': [printed('date_of_loss'), 'report'],
    });
    expect(String(seen.offer_cents)).toBe(printed('offer_cents'));
    expect(seen.documents).toMatchObject([{ other_vehicle: null }]);
    expect(seen.card.vehicle).toContain(printed('model'));
    const { data } = await read(`/board/search?q=${encodeURIComponent(printed('claim_number'))}`);
    expect(data.map((card: Card) => card.source_id)).toContain(intake.intake_id);
  });
});

describe('a report that names another owner', () => {
  it('a report that names another owner is flagged to staff with the printed name, and a matching one is not', async () => {
    const ownerOf = async (lastName: string) => {
      const { consultationId } = await givenReported({}, lastName);
      return (await read(`/board/cases/${consultationId}`)).documents[0].other_owner;
    };
    const printed = await ownerOf('Another');
    expect(owners).toContain(printed);
    // With its accent, in the other order and as one of two names.
    const [last = ''] = printed.split(',');
    for (const same of [last, `${last.slice(0, 1)}\u0301${last.slice(1).toLowerCase()}`, `Garcia-${last}`])
      expect([same, await ownerOf(same)]).toEqual([same, null]);
  });
});

describe('the offer', () => {
  it('the offer is the same on the board as in the receipt, to the cent', async () => {
    const intake = await givenIntake(harness.current, { offer: { acv_offer: 1.005 } });
    const { consultation } = await team.record(intake.intake_id);
    expect((await read(`/board/cases/${consultation?.id}`)).offer_cents).toBe(101);
  });
});
