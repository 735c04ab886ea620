import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { templatesQuery } from '#api/case-queries.ts';
import type { Card, Template } from '#api/types.ts';
import { useAction } from '#board/action.tsx';
import { saveDraft, useDraft } from '#board/draft.ts';
import { ErrorMessage } from '#ui/error-message.tsx';

/** As many characters as the service takes. */
const ownWordsMax = 200;

/** Writes to the owner by a template that is true in the state of the case, and shows it before it is sent. */
export function MessagePanel({ card }: { readonly card: Card }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(templatesQuery(card.id, isOpen));
  if (card.closed_at !== null || card.stopped || card.test) return null;
  return (
    <section className="panel p-3" aria-labelledby="message">
      <h2 id="message" className="panel-title">
        Message the owner
      </h2>
      {!isOpen && (
        <button type="button" className="button mt-2" onClick={() => setOpen(true)}>
          Choose a message
        </button>
      )}
      {isOpen && error !== null && <ErrorMessage error={error} />}
      {isOpen && data !== undefined && (
        <>
          {data.data.length === 0 && (
            <p className="mt-1 text-soft">
              {data.reason ??
                'No message available. You can send one after a voicemail, after a missed call, and when their options are ready.'}
            </p>
          )}
          {data.data.map((template) => (
            <TemplateForm key={template.template} caseId={card.id} template={template} onSent={() => setOpen(false)} />
          ))}
        </>
      )}
    </section>
  );
}

const willBeSent = 'It will be sent during permitted hours.';

type TemplateFormProps = { readonly caseId: string; readonly template: Template; onSent(): void };

function TemplateForm({ caseId, template, onSent }: TemplateFormProps) {
  const id = useId();
  const words = useDraft(caseId, 'message');
  const [chosen, setChosen] = useState(template.channels[0]?.channel);
  const onSuccess = (): void => {
    saveDraft(caseId, '', 'message');
    onSent();
  };
  const send = useAction('POST /cases/{consultation_id}/messages', willBeSent, { onSuccess });
  const frame = template.channels.find(({ channel }) => channel === chosen);
  if (template.sent) return <p className="mt-2 text-soft">{template.title}: already sent.</p>;
  if (frame === undefined) return null;
  const own = words.trim();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = { template: template.template, channel: frame.channel, ...(own === '' ? {} : { words: own }) };
    send.mutate({ path: { consultation_id: caseId }, body });
  };
  return (
    <form className="mt-2 grid gap-2 border-t border-line pt-2" aria-label={template.title} onSubmit={submit}>
      <h3 className="font-semibold">{template.title}</h3>
      <fieldset className="flex flex-wrap gap-3">
        <legend className="sr-only">How to send it</legend>
        {template.channels.map(({ channel, to }) => (
          <label key={channel} className="flex min-h-6 min-w-0 items-center gap-1.5">
            <input
              type="radio"
              name={`${id}-channel`}
              checked={channel === chosen}
              onChange={() => setChosen(channel)}
            />
            <span className="untrusted-block min-w-0">{channel === 'text' ? `Text to ${to}` : `Email to ${to}`}</span>
          </label>
        ))}
      </fieldset>
      <label className="text-soft">
        Add your own words (optional)
        <textarea
          className="field block"
          rows={2}
          maxLength={ownWordsMax}
          value={words}
          onChange={(event) => saveDraft(caseId, event.target.value, 'message')}
        />
      </label>
      <div role="group" aria-label="Preview" className="rounded-md bg-ground p-2">
        {frame.subject !== null && <p className="font-semibold">{frame.subject}</p>}
        <p className="untrusted-block whitespace-pre-wrap">
          {[frame.before, ...(own === '' ? [] : [own]), frame.after].join(frame.channel === 'text' ? ' ' : '\n\n')}
        </p>
        {frame.channel === 'email' && <p className="text-[0.85em] text-soft">A link to stop all contact follows.</p>}
      </div>
      <button type="submit" className="button" disabled={send.isPending}>
        {frame.channel === 'text' ? 'Send this text' : 'Send this email'}
      </button>
    </form>
  );
}
