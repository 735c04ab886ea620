import { useQuery } from '@tanstack/react-query';
import { urlOf } from '#api/request.ts';
import { exposureQuery } from '#api/case-queries.ts';
import { meQuery } from '#api/queries.ts';
import type { Card, Exposure } from '#api/types.ts';
import { exposureRows, unknownWords } from '#lib/exposure.ts';
import { DownloadLink } from '#board/download-link.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { hasRole } from '#views/shell.tsx';
import { Checklist } from './checklist.tsx';
import { LoanForm } from './loan-form.tsx';

/**
 * The loan balance left for the lender's GAP program, the received claim documents, and all of it as one file.
 */
export function ExposurePanel({ card }: { readonly card: Card }) {
  const { data, error } = useQuery(exposureQuery(card.id, card.source_id));
  const { data: me } = useQuery(meQuery);
  return (
    <section className="panel p-3" aria-labelledby="exposure">
      <h2 id="exposure" className="panel-title">
        GAP exposure
      </h2>
      {data === undefined ? (
        error === null ? (
          <p className="mt-1 text-soft">Loading…</p>
        ) : (
          <ErrorMessage error={error} />
        )
      ) : (
        <>
          <Amounts exposure={data} />
          {/* Begins again with what is stored whenever that changes. */}
          <LoanForm
            key={JSON.stringify([data.payoff_cents, data.payoff_as_of, data.financed_value_cents])}
            exposure={data}
          />
          <Checklist exposure={data} />
        </>
      )}
      {hasRole(me?.role, 'lead') && <Downloads card={card} />}
    </section>
  );
}

function Amounts({ exposure }: { readonly exposure: Exposure }) {
  return (
    <>
      <p className="mt-1 text-[0.9em] text-soft">
        The loan balance left for the lender’s GAP program, based on vehicle values before tax and fees, less the
        deductible.
      </p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {exposureRows(exposure).map(([title, amount]) => (
          <div key={title} className="contents">
            <dt className="text-soft">{title}</dt>
            <dd className="text-right font-semibold">{amount}</dd>
          </div>
        ))}
      </dl>
      {exposure.unknown.length > 0 && (
        <p className="mt-1 text-soft">Unknown because {unknownWords(exposure.unknown)}.</p>
      )}
    </>
  );
}

function Downloads({ card }: { readonly card: Card }) {
  const path = { referral_id: card.source_id };
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      <DownloadLink
        href={urlOf('GET /referrals/{referral_id}/evidence.pdf', { path })}
        download={`evidence-${card.number}.pdf`}
      >
        Download evidence packet (PDF)
      </DownloadLink>
      <DownloadLink
        href={urlOf('GET /referrals/{referral_id}/evidence', { path })}
        download={`evidence-${card.number}.json`}
      >
        Evidence packet (JSON)
      </DownloadLink>
    </p>
  );
}
