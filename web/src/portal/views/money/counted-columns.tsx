import { humanize } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import type { Response } from '#portal/api.ts';
import { ReferralLink } from '#portal/views/referrals/referral-link.tsx';
import { formatUtc } from '#portal/when.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { BeforeAfter } from './amounts.tsx';
import { milestoneWords, type Milestone } from './milestones.ts';

export type Counted = Response<'GET /analytics/referrals'>['data'][number];

const amount = (cents: number | null): string => (cents === null ? '–' : formatCentsExact(cents));
const right = { align: 'right' } as const;

const money: readonly TableColumn<Counted>[] = [
  { title: 'Settlement', ...right, cell: ({ settlement_cents: cents }) => amount(cents) },
  { title: 'Gained', ...right, cell: ({ improvement_cents: cents }) => amount(cents) },
  { title: 'Your fee', ...right, cell: ({ fee_cents: cents }) => amount(cents) },
  {
    title: 'Exposure',
    ...right,
    cell: ({ exposure }) =>
      exposure === null ? 'not known' : <BeforeAfter before={exposure.before_cents} after={exposure.after_cents} />,
  },
  { title: 'Days', ...right, cell: ({ days_to_settlement: days }) => days ?? '–' },
];

/** Amounts are those of settlements, so only their list has them. */
export const countedColumns = (milestone: Milestone): readonly TableColumn<Counted>[] => [
  { title: 'Referral', cell: (row) => <Named {...row} /> },
  { title: `${milestoneWords[milestone]} (UTC)`, cell: ({ at }) => formatUtc(at) },
  { title: 'Current status', cell: ({ status }) => humanize(status) },
  ...(milestone === 'settled' ? money : []),
];

const Named = ({ id, vin, external_ref: ref }: Counted) => (
  <>
    <ReferralLink id={id} />
    <span className="block text-soft">
      {vin !== null && <>VIN {vin}</>}
      {ref !== null && (
        <>
          {vin !== null && ', '}your reference <span className="untrusted">{ref}</span>
        </>
      )}
    </span>
  </>
);
