import { describe, expect, it } from 'vitest';
import { appraisalTruths, type Appraised } from '#test/fixtures/page-truths/appraisal-truths';
import { findEnglishLeft, sentencesOf, TruthCheck } from '#test/fixtures/page-truths/sentences';
import { useHarness } from '#test/harness';
import { givenAppraisal } from '#testing/appraisals';
import { givenReport, showFindings } from '#testing/appraisals/report-checks';
import { givenStaffToken } from '#testing/staff';

// Every sentence of the appraisal's page outside its tables, in every state of a version: a sentence that is not listed
// fails, and so does one whose condition does not hold.

const harness = useHarness({
  SERVICES_BY_STATE: '{"FL":{"research":{"licence":"SYN-7","ends":"2027-12-31"}}}',
});
const check = new TruthCheck<Appraised>(appraisalTruths);

/** The tables have their own tests; this one reads the text. */
const withoutTables = (markup: string): string => markup.replace(/<(dl|table)>.*?<\/\1>/gs, '');

type Wanted = NonNullable<Parameters<typeof givenAppraisal>[1]>;

async function givenReleased(wanted: Wanted = {}, draft: object = {}) {
  const given = await givenAppraisal(harness.current, wanted);
  const compose = async (changes: object) => {
    expect((await given.compose(changes)).status).toBe(200);
    expect((await given.release()).status).toBe(200);
  };
  await compose(draft);
  const facts: Omit<Appraised, 'valueCents' | 'version' | 'newest' | 'withdrawn'> = {
    known: true,
    state: wanted.state ?? 'TX',
    used: wanted.listings ?? 14,
    leftOut: 0,
    odometer: wanted.bare === true ? undefined : 50_000,
    offerCents: wanted.bare === true ? undefined : 1_650_000,
    since: 'nothing',
  };
  return {
    given,
    compose,
    async read(changes: Partial<Appraised> = {}, number = 1): Promise<string> {
      const { versions } = await given.get();
      const version = versions.find((one) => one.number === number);
      const path = new URL(version?.url ?? '').pathname;
      const { text } = await harness.current.call('GET', path);
      const spanish = await harness.current.call('GET', `${path}?lang=es`);
      const seen: Appraised = {
        ...facts,
        valueCents: version?.value_cents ?? 0,
        version: number,
        newest: Math.max(...versions.map((one) => one.number)),
        withdrawn: false,
        ...changes,
      };
      const sentences = sentencesOf(withoutTables(text));
      expect({ seen, wrong: check.findWrong(sentences, seen) }).toEqual({ seen, wrong: [] });
      // Text typed by the team stays as it is.
      const left = findEnglishLeft(sentences, withoutTables(spanish.text)).filter((one) => one !== 'New tires');
      expect(left).toEqual([]);
      return sentences.join('\n');
    },
  };
}

describe('every sentence of the appraisal’s page is true', () => {
  it('the page is true by the known facts of the vehicle, by state and by license', async () => {
    expect(await (await givenReleased()).read()).toContain('It matches');
    expect(await (await givenReleased({ state: 'MA' })).read()).toContain('Massachusetts');
    const licence = { number: 'SYN-7', until: '2027-12-31' };
    expect(await (await givenReleased({ state: 'FL' })).read({ licence })).not.toContain('not a licensed');
    expect(await (await givenReleased({ bare: true })).read()).toContain('No price was adjusted');
    expect(await (await givenReleased({ listings: 4 })).read()).toContain('There are only 4 listings');
  });

  it('the page is true for an appraisal with findings about the insurer’s report as its annex', async () => {
    const released = await givenReleased();
    const { consultationId, token, receipt } = released.given;
    await givenReport(harness.current, receipt.intake_id);
    await showFindings(harness.current, { consultationId, token, codes: ['offer_sum'] });
    await released.compose({});
    expect(await released.read({ annexed: true }, 2)).toContain('Annex');
    expect(await released.read({}, 1)).not.toContain('Annex');
  });

  it('the page is true for older, corrected and withdrawn versions, and for one with a listing left out', async () => {
    const corrected = await givenReleased();
    await corrected.given.compose();
    const [listing] = (await corrected.given.get()).draft?.comparables ?? [];
    expect(listing).toBeDefined();
    await corrected.compose({
      remarks: 'New tires.',
      left_out: [{ source: listing?.source, source_id: listing?.source_id, reason: 'Rebuilt title.' }],
    });
    expect(await corrected.read()).toContain('There is a newer version');
    expect(await corrected.read({ used: 13, leftOut: 1 }, 2)).toContain('Left out (1)');
    const lead = await givenStaffToken(harness.current, 'lead');
    await corrected.given.post('/withdraw', { number: 1, reason: 'Wrong odometer.' }, lead);
    expect(await corrected.read({ withdrawn: true })).toContain('This version was withdrawn');
  });

  it('the page is true when the listings or the document have changed, and for a link that is not ours', async () => {
    const { pool } = harness.current.ctx.db;
    const changed = await givenReleased();
    const snapshot = (await changed.given.get()).versions[0]?.snapshot_id;
    await pool.query(
      `update market.snapshots set comparables = jsonb_set(comparables::jsonb, '{3,5}', '99000') where id = $1`,
      [snapshot],
    );
    await changed.read({ since: 'other listings' });
    await pool.query('delete from market.snapshots where id = $1', [snapshot]);
    await changed.read({ since: 'no listings' });
    await harness.current.owner.pool.query('alter table appraisals.versions disable trigger versions_unedited');
    await harness.current.owner.pool.query(
      `update appraisals.versions set inputs_hash = sha256('x') where snapshot_id = $1`,
      [snapshot],
    );
    await changed.read({ since: 'other inputs' });
    await pool.query(
      `update appraisals.versions set encrypted_inputs = set_byte(encrypted_inputs, 40, get_byte(encrypted_inputs, 40) # 1) where snapshot_id = $1`,
      [snapshot],
    );
    await changed.read({ since: 'unreadable' });
    await harness.current.owner.pool.query('alter table appraisals.versions enable trigger versions_unedited');
    const { text } = await harness.current.call('GET', `/appraisal/${'x'.repeat(32)}`);
    const nothing = { state: '', valueCents: 0, used: 0, leftOut: 0, version: 0, newest: 0 };
    const seen: Appraised = { ...nothing, known: false, withdrawn: false, since: 'nothing' };
    expect(check.findWrong(sentencesOf(text), seen)).toEqual([]);
  });

  it('every listed sentence was shown somewhere', () => {
    expect(check.unsaid).toEqual([]);
  });
});
