import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { humanize } from '#lib/format.ts';
import { ApiError } from '#lib/http.ts';
import { formatCents } from '#lib/money.ts';
import { usePortal, useTenant } from '#portal/api.ts';
import { sendFile } from '#portal/views/files/send-file.ts';
import { formatSize } from '#portal/views/files/file-messages.ts';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toast.ts';
import type { PortalReferral } from './referral-types.ts';
import { formatWhen } from '#portal/when.tsx';
import { urlAt } from '#portal/request.ts';

type SentDocument = PortalReferral['documents'][number];

const bytesMax = 15 * 1_048_576;

const vendors = { ccc: 'CCC', mitchell: 'Mitchell', unknown: 'another vendor' } as const;

/** The claim documents the institution sent, the values read from them, and an upload form. */
export function ReferralDocuments({ one }: { readonly one: PortalReferral }) {
  return (
    <Section title="Documents" note="sent by your institution">
      {one.documents.length === 0 && <p className="p-3 text-soft">None yet.</p>}
      <ul>
        {one.documents.map((document) => (
          <li key={document.id} className="border-b border-line p-3">
            <Sent document={document} referralId={one.referral.id} />
          </li>
        ))}
      </ul>
      {one.can_add_document ? <SendDocument id={one.referral.id} /> : <WhyNot one={one} />}
    </Section>
  );
}

function WhyNot({ one }: { readonly one: PortalReferral }) {
  const { may } = usePortal();
  const words = !may('referrals.write')
    ? 'Your role can view referrals but can’t add to them.'
    : one.referral.status === 'invited'
      ? 'You can add the insurer’s report once the borrower accepts; until then, there is no case.'
      : 'This referral has ended; you can’t add to it.';
  return <p className="px-3 pb-3 text-soft">{words}</p>;
}

const fields: Readonly<Record<string, string>> = {
  'vehicle.vin': 'VIN',
  'vehicle.year': 'Model year',
  'vehicle.make': 'Make',
  'vehicle.model': 'Model',
  'loss.date_of_loss': 'Date of loss',
  'offer.insurer': 'Insurer',
  'offer.claim_number': 'Claim number',
  'offer.acv_offer_cents': 'Insurer’s offer',
};

function valueOf(field: string, value: string | number | null): string {
  if (value === null) return 'nothing';
  return typeof value === 'number' && field.endsWith('_cents') ? formatCents(value) : String(value);
}

function Sent({ document, referralId }: { readonly document: SentDocument; readonly referralId: string }) {
  const { base } = useTenant();
  const { read } = document;
  const found = [
    read.offer_cents === null ? undefined : `offer ${formatCents(read.offer_cents)}`,
    read.vin === null ? undefined : `VIN ${read.vin}`,
    read.insurer ?? undefined,
    read.claim_number === null ? undefined : `claim ${read.claim_number}`,
  ].filter((part) => part !== undefined);
  return (
    <>
      <p className="font-semibold break-all">
        <bdi>{document.file_name}</bdi>
      </p>
      <p className="text-soft">
        {formatSize(document.size_bytes)}, {document.pages} {document.pages === 1 ? 'page' : 'pages'}, from{' '}
        {vendors[document.vendor]}, sent {formatWhen(document.sent_at)} by <bdi>{document.sent_by.name}</bdi>
      </p>
      <p className="break-words">
        {document.nothing_read ? 'Nothing could be read with certainty; our team will review it.' : 'Read: '}
        <bdi>{document.nothing_read ? '' : found.join(', ')}</bdi>
      </p>
      {document.differences.length > 0 && (
        <div className="mt-1 rounded-md bg-warn-soft px-3 py-1.5">
          <p className="font-semibold">It differs from the referral:</p>
          <ul className="list-disc pl-5">
            {document.differences.map(({ field, stated, read: said }) => (
              <li key={field} className="break-words">
                {fields[field] ?? humanize(field)}: <bdi>{valueOf(field, stated)}</bdi> in the referral,{' '}
                <bdi>{valueOf(field, said)}</bdi> in the report
              </li>
            ))}
          </ul>
        </div>
      )}
      {document.can_download && (
        <p className="mt-1">
          <a
            className="text-accent underline"
            href={urlAt(base, 'GET /referrals/{referral_id}/documents/{sent_document_id}/file', {
              path: { referral_id: referralId, sent_document_id: document.id },
            })}
            download
          >
            Download<span className="sr-only"> {document.file_name}</span>
          </a>
        </p>
      )}
    </>
  );
}

function SendDocument({ id }: { readonly id: string }) {
  const { base } = useTenant();
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > bytesMax) throw new Error(`The file is ${formatSize(file.size)}. The limit is 15 MB.`);
      return sendFile<PortalReferral>(
        urlAt(base, 'POST /referrals/{referral_id}/documents', { path: { referral_id: id } }),
        file,
        setShare,
      );
    },
    onSuccess: () => {
      toast('Report added to the case.');
      void queries.invalidateQueries({ queryKey: [base] });
    },
  });
  const take = (file: File | undefined): void => {
    if (file === undefined || upload.isPending) return;
    setShare(0);
    upload.mutate(file);
  };
  return (
    <div className="p-3">
      <label className="block">
        <span className="block font-semibold">Send the insurer’s valuation report</span>
        <span className="mb-2 block text-soft">
          A PDF of up to 15 MB. We read it immediately and show it to our team. Values read with certainty override the
          ones sent with the referral.
        </span>
        <input
          type="file"
          accept=".pdf,application/pdf"
          className="block max-w-full file:mr-3 file:rounded-md file:border file:border-solid file:border-edge file:bg-raised file:px-3 file:py-1 file:font-semibold"
          disabled={upload.isPending}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </label>
      {upload.isPending && (
        <p className="mt-2" role="status">
          <progress className="bar" aria-label="Sent" value={share} max={1} />
          <span className="block">{share < 1 ? `${Math.floor(share * 100)} percent sent` : 'Sent; reading it'}</span>
        </p>
      )}
      {upload.error !== null && (
        <p role="alert" className="mt-2 text-bad">
          {wordsOf(upload.error)}
        </p>
      )}
    </div>
  );
}

function wordsOf(error: Error): string {
  const [issue] = error instanceof ApiError ? error.issues : [];
  return issue?.path === 'file' ? `The file ${issue.message}.` : error.message;
}
