import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { givenReferral, linkPath, partnerCalls, press } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
beforeAll(async () => {
  caller = await givenPartner(harness.current);
});

/** A borrower with an invitation page. */
async function invited(key = caller.key, changes = {}): Promise<{ id: string; link: string }> {
  const { id } = await givenReferral(harness.current, key, changes);
  return { id, link: await linkPath(harness.current, id) };
}

/** A referral's ledger entries, in order. */
async function ledgerOf(id: string): Promise<Record<string, unknown>[]> {
  const { db, vault } = harness.current.ctx;
  const text = 'select id, kind, encrypted_details from consent.entries where subject_id = $1 order by at, id';
  const rows = await db.many<{ id: string; kind: string; encrypted_details: Buffer }>({ text, values: [id] });
  return rows.map((row) => ({
    kind: row.kind,
    ...(JSON.parse(vault.decrypt(row.encrypted_details, `consent.entries/${row.id}`)) as object),
  }));
}

describe('the ledger', () => {
  it("the ledger records the institution's attestation, the borrower's answer and its wording, and what the answer proved", async () => {
    const person = { first_name: 'Synthetic', last_name: 'Borrower' };
    const mailed = { borrower: { ...person, email: 'synthetic-ledger@example.com' } };
    const yes = await invited(caller.key, mailed);
    const no = await invited();
    for (const [{ link }, decision] of [
      [yes, 'accept'],
      [no, 'decline'],
    ] as const) {
      harness.current.clock.advance(1);
      await press(harness.current, link, decision);
      await press(harness.current, link, decision);
    }
    const attested = { kind: 'attested', institution_id: caller.institutionId, mode: 'invitation' };
    const words = { wording_version: 'invitation 2026-11-16.2', wording_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const ofYes = await ledgerOf(yes.id);
    expect(ofYes.filter(({ kind }) => kind !== 'message_not_sent')).toEqual(
      expect.arrayContaining([
        expect.objectContaining(attested),
        expect.objectContaining({ kind: 'answered', decision: 'yes', via: 'email', ...words }),
        expect.objectContaining({ kind: 'proven', by: 'email' }),
      ]),
    );
    const kinds = async (id: string) => (await ledgerOf(id)).map(({ kind }) => kind).toSorted();
    expect(await kinds(yes.id)).toEqual(['answered', 'attested', 'proven']);
    expect(await kinds(no.id)).toEqual(['answered', 'attested']);
    expect(await ledgerOf(no.id)).toContainEqual(
      expect.objectContaining({ kind: 'answered', decision: 'no', ...words }),
    );
  });

  it('the ledger records the institution’s statement that the borrower agreed, and each new contact', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const partner = partnerCalls(harness.current, caller.key);
    await partner(`PATCH /referrals/${id}`, { borrower: { email: 'synthetic-other@example.com' } });
    expect((await ledgerOf(id)).map(({ kind }) => kind)).toEqual(['attested', 'attested']);
  });
});
