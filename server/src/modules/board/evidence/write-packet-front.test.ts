import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { PacketPart } from './rules.ts';
import type { EvidencePacket } from './schemas.ts';
import { writePacketFront } from './evidence.ts';

const team = {
  name: 'Synthetic Team',
  address: '1 Example Street, Springfield',
  phone: '+12025550100',
  email: 'help@example.com',
};

const nothing = { value: null, tax: null, fees: null, other: null, deductible: null, total: null, stated: null };

const syntheticPacket = (listings: number): EvidencePacket => ({
  object: 'gap.evidence_packet',
  made_at: '2026-11-15T12:00:00.000Z',
  referral_id: 'ref_synthetic',
  consultation_id: 'con_synthetic',
  number: 'CN-10000000',
  test: true,
  institution: { id: 'inst_synthetic', name: 'Synthetic Credit Union' },
  external_ref: null,
  claim: {
    borrower: 'Zoë Nguyễn',
    vehicle: '2019 Honda Synthia',
    vin: null,
    insurer: null,
    claim_number: null,
    date_of_loss: null,
    state: null,
  },
  exposure: {
    object: 'gap.exposure',
    referral_id: 'ref_synthetic',
    institution_id: 'inst_synthetic',
    livemode: false,
    payoff_cents: 1_800_000,
    payoff_as_of: null,
    payoff_from: 'institution',
    deductible_cents: 50_000,
    financed_value_cents: null,
    ltv_cap_percent: 125,
    deductible_cover_cents: null,
    terms_from: '2026-11-01',
    terms_set_at: '2026-11-01T12:00:00.000Z',
    offer_value_cents: null,
    settlement_value_cents: null,
    before_cents: null,
    after_cents: null,
    reduction_cents: null,
    growth_cents: null,
    surplus_cents: null,
    beyond_program_cents: null,
    basis: 'unknown',
    unknown: ['financed_value_unknown', 'not_settled'],
    checklist: [],
  },
  money: {
    offer: { ...nothing, sum_cents: null },
    settlement: { ...nothing, sum_cents: null },
    improvement_cents: null,
    missing: ['offer', 'settlement'],
  },
  appraisal: null,
  reports: [],
  snapshot: {
    id: 'snap_synthetic',
    method: 'synthetic',
    vehicle_label: '2019 Honda Synthia',
    subject: {
      year: 2019,
      make: 'Honda',
      model: 'Synthia',
      trim: null,
      trim_candidates: [],
      odometer: null,
      zip: null,
      state: null,
    },
    radius_miles: null,
    same_trim: false,
    synthetic: true,
    sample_size: listings,
    market: null,
    adjusted: null,
    slope_dollars_per_mile: null,
    capped: 0,
    taken_at: '2026-11-14T00:00:00.000Z',
    coverage: 'good',
    basis: 'The figures are the listed prices as they are.',
    caveats: [],
    comparables: Array.from({ length: listings }, (_, index) => ({
      source: 'synthetic',
      source_id: `listing-${index}`,
      vin: null,
      year: 2019,
      trim: null,
      price: 20_000 + index,
      miles: null,
      distance_miles: null,
      state: null,
      dealer: null,
      last_seen_at: '2026-11-14T00:00:00.000Z',
      url: null,
      adjustment: null,
      adjusted_price: null,
      adjustment_capped: false,
    })),
  } as unknown as EvidencePacket['snapshot'],
  consent: {} as EvidencePacket['consent'],
});

const sha = 'a1'.repeat(32);

it('the packet front prints typed text as plain text, whatever it contains', async () => {
  const packet = syntheticPacket(0);
  const borrower = '<script>alert(1)</script> \u202Egpj.exe\u202C شخص';
  const claim = { ...packet.claim, borrower, insurer: '=1+1', claim_number: 'X'.repeat(300) };
  const front = await writePacketFront({ packet: { ...packet, claim }, parts: [], team });
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: front, timeout: 20_000 }).toString('utf8');
  for (const words of ['<script>alert(1)</script>', 'gpj.exe', 'Insurer: =1+1']) expect(text).toContain(words);
  expect(text).not.toMatch(/\u202E/);
  expect(text.replaceAll(/\s/g, '')).toContain('X'.repeat(300));
});

it.each([0, 40, 400])(
  'the packet front names the pages of its own sections and of what follows, with %i listings',
  async (listings) => {
    const parts: PacketPart[] = [
      { title: 'Insurer’s report, received 2026-11-15', sha256: sha, content: Buffer.of(), pages: 30 },
      { title: 'Insurer’s report, received 2026-11-14', sha256: sha, why: 'is protected by a password' },
      { title: 'Consent and contact ledger', sha256: sha, content: Buffer.of(), pages: 2 },
    ];
    const front = await writePacketFront({ packet: syntheticPacket(listings), parts, team });
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: front, timeout: 20_000 }).toString('utf8');
    const pages = text
      .split('\f')
      .slice(0, -1)
      .map((page) => page.replaceAll(/\s+/g, ' '));
    const [index = ''] = pages;
    const own = pages.length;
    expect(index).toContain(`Insurer’s report, received 2026-11-15 ${own + 1}–${own + 30}`);
    expect(index).toContain(`Consent and contact ledger ${own + 31}–${own + 32}`);
    expect(index).toContain('not appended It is protected by a password.');
    expect(index.replaceAll(' ', '')).toContain(`SHA-256${sha}`);
    pages.forEach((page, at) => expect(page).toContain(`page ${at + 1} of ${own + 32}`));
    for (const title of ['GAP exposure', 'Checklist', 'Settlement breakdown', 'Market snapshot']) {
      const page = Number(new RegExp(`${title} (\\d+)`).exec(index)?.[1]);
      expect([title, pages[page - 1]?.includes(title)]).toEqual([title, true]);
    }
    const whole = pages.join(' ');
    for (const words of ['Zoë Nguyễn', 'test case: nothing in it is real', 'submitted by the lender without a date'])
      expect(whole).toContain(words);
    expect(whole).toContain('financed value unknown, not settled');
    if (listings > 0) expect(whole).toContain(`listing-${listings - 1} 2019`);
  },
);
