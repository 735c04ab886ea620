import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/queries.ts';
import { urlOf } from '#api/request.ts';
import type { Card } from '#api/types.ts';
import { DownloadLink } from '#board/download-link.tsx';
import { hasRole } from '#views/shell.tsx';

/**
 * Downloads for leads: the record of attestations, wordings, messages, answers, calls and stops, with proof that it is
 * unchanged.
 */
export function ConsentPanel({ card }: { readonly card: Card }) {
  const { data: me } = useQuery(meQuery);
  if (!hasRole(me?.role, 'lead')) return null;
  const path = { consultation_id: card.id };
  return (
    <section className="panel p-3" aria-labelledby="consent">
      <h2 id="consent" className="panel-title">
        Consent
      </h2>
      <p className="mt-1 flex flex-wrap gap-2">
        <DownloadLink href={urlOf('GET /consent/{consultation_id}', { path })} download={`consent-${card.number}.json`}>
          Consent record (JSON)
        </DownloadLink>
        <DownloadLink
          href={urlOf('GET /consent/{consultation_id}.pdf', { path })}
          download={`consent-${card.number}.pdf`}
        >
          Consent record (PDF)
        </DownloadLink>
      </p>
    </section>
  );
}
