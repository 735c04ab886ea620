import { ErrorMessage } from '#ui/error-message.tsx';
import { useTenant, usePortalQuery } from '#portal/api.ts';
import { urlAt } from '#portal/request.ts';

/** One message as text, with the links in it that lead to our pages. */
export function Message({ id }: { readonly id: string }) {
  const { base } = useTenant();
  const { data, error } = usePortalQuery('GET /sandbox/messages/{message_id}', { path: { message_id: id } });
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <p className="p-3 text-soft">Loading</p>;
  return (
    <div className="flex min-w-0 flex-col gap-3 p-3 pt-0">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        <dt className="text-soft">From</dt>
        <dd className="min-w-0 break-all">{data.from}</dd>
        <dt className="text-soft">To</dt>
        <dd className="min-w-0 break-all">{data.to}</dd>
      </dl>
      <pre className="rounded-md border border-line bg-ground p-3 font-sans wrap-anywhere whitespace-pre-wrap">
        {data.text}
      </pre>
      {data.links.length > 0 && (
        <div>
          <h3 className="font-semibold">Links</h3>
          <ul>
            {data.links.map((url) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer" className="break-all text-accent underline">
                  {url}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {data.has_html && (
        <p>
          <a
            href={urlAt(base, 'GET /sandbox/messages/{message_id}/mail.html', { path: { message_id: id } })}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline"
          >
            View the email as the recipient would (opens in a new tab)
          </a>
        </p>
      )}
    </div>
  );
}
