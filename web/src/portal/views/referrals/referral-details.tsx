import type { ReactNode } from 'react';
import { formatPhone, humanize } from '#lib/format.ts';
import { formatCents } from '#lib/money.ts';
import { Section } from '#ui/section.tsx';
import type { PortalReferral } from './referral-types.ts';
import { formatWhen } from '#portal/when.tsx';

type Row = readonly [label: string, value: ReactNode];

const outcomes: Readonly<Record<string, string>> = {
  offer_supported: 'The insurer’s offer is supported',
  offer_low: 'The insurer’s offer is low',
  inconclusive: 'No clear result',
};

const submitted: Readonly<Record<string, string>> = {
  api: 'By the API',
  api_bulk: 'By the API, in bulk',
  portal: 'In the portal',
};

const modes: Readonly<Record<string, string>> = {
  invitation: 'The borrower is invited',
  warm_handoff: 'Attested by your institution',
};

type GroupProps = { readonly title: string; readonly rows: readonly Row[] };

function toGroups({
  masked,
  loss_day: lossDay,
  referral: { borrower, vehicle, claim, liability },
}: PortalReferral): readonly GroupProps[] {
  return [
    {
      title: 'Borrower',
      rows: [
        ['Name', masked ? borrower.first_name : `${borrower.first_name} ${borrower.last_name}`],
        ['Email', borrower.email],
        ['Phone', toPhone(borrower.phone)],
      ],
    },
    {
      title: 'Vehicle',
      rows: [
        ['Vehicle', `${vehicle.year} ${vehicle.make} ${vehicle.model}`],
        ['VIN', <code className="font-mono">{vehicle.vin}</code>],
      ],
    },
    {
      title: 'Claim',
      rows: [
        ['Insurer', claim.carrier],
        ['Claim number', claim.claim_number],
        ['Loss state', claim.loss_state],
        ['Date of loss', lossDay],
        ['Insurer’s offer', formatCents(claim.initial_offer_cents)],
      ],
    },
    {
      title: 'Loan',
      rows: [
        ['Loan payoff', formatCents(liability.loan_payoff_cents)],
        ['Deductible', formatCents(liability.deductible_cents)],
      ],
    },
  ];
}

/** Masked values stay masked. */
const toPhone = (phone: string | null): string | null =>
  phone !== null && /^\+1\d{10}$/.test(phone) ? formatPhone(phone) : phone;

function toTerms({ referral }: PortalReferral): GroupProps {
  const { program, consent } = referral;
  return {
    title: 'Referral',
    rows: [
      ['Your reference', referral.external_ref],
      ['Sent', submitted[referral.submitted_via] ?? humanize(referral.submitted_via)],
      ['The borrower pays', formatCents(program.price_cents)],
      ['Consent', modes[consent.mode] ?? humanize(consent.mode)],
      ['Attested by', consent.disclosure_attestor_name],
      ['Note', referral.status_note],
    ],
  };
}

const toReview = ({ review }: PortalReferral): readonly GroupProps[] =>
  review === null
    ? []
    : [
        {
          title: 'Review',
          rows: [
            ['State', review.status === 'completed' ? 'Completed' : 'In review'],
            ['Result', review.outcome === null ? null : (outcomes[review.outcome] ?? humanize(review.outcome))],
            ['Summary', review.summary],
            ['Changed', formatWhen(review.updated_at)],
          ],
        },
      ];

/** The details of the referral, in groups. */
export function ReferralDetails({ one }: { readonly one: PortalReferral }) {
  return (
    <Section title="Details">
      {[...toGroups(one), toTerms(one), ...toReview(one)].map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </Section>
  );
}

/** Unknown values are left out. */
function Group({ title, rows }: GroupProps) {
  return (
    <div className="border-t border-line p-3 first-of-type:border-t-0">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-0.5">
        {rows
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
