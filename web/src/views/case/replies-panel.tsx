import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { meQuery } from '#api/queries.ts';
import type { Case } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { saveDraft, useDraft } from '#board/draft.ts';
import { RevealedText } from '#ui/untrusted-text.tsx';
import { Badge } from '#views/case-card.tsx';

type Reply = Case['replies'][number];

const meanings: Partial<
  Record<Reply['understood_as'], { readonly text: string; readonly tone: 'bad' | 'warn' | 'good' }>
> = {
  stop: { text: 'Stopped all contact', tone: 'bad' },
  ask: { text: 'Stopped; read what they meant', tone: 'bad' },
  wrong_number: { text: 'Stopped: wrong number?', tone: 'bad' },
  help: { text: 'Asked for help; answered automatically', tone: 'warn' },
  start: { text: 'Wants contact again', tone: 'good' },
  yes: { text: 'Yes', tone: 'good' },
};

const channelWords: Record<Reply['channel'], string> = {
  text: 'by text',
  email: 'by email',
  page: 'by the stop link',
  one_click: 'by the stop link',
  complaint: 'marked our email as spam',
};

const shown = 5;

/** What the owner wrote to us, and the way to answer it by text. */
export function RepliesPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card, replies } = caseDetail;
  const [expanded, setExpanded] = useState(false);
  if (replies.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="replies">
      <h2 id="replies" className="panel-title flex flex-wrap items-center gap-2">
        Replies
        {card.unread_replies > 0 && <Badge tone="accent">{card.unread_replies} unread</Badge>}
      </h2>
      <ol className="mt-1.5 grid gap-2">
        {(expanded ? replies : replies.slice(0, shown)).map((reply) => (
          <ReplyItem key={reply.id} reply={reply} />
        ))}
      </ol>
      {replies.length > shown && (
        <button type="button" className="mt-2 min-h-6 underline" onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show less' : `Show all ${replies.length}`}
        </button>
      )}
      {card.unread_replies > 0 && (
        <p className="mt-2">
          <ActionButton
            call="POST /cases/{consultation_id}/replies/read"
            path={{ consultation_id: card.id }}
            success="Marked as read."
          >
            Mark as read
          </ActionButton>
        </p>
      )}
      {card.stopped || card.closed_at !== null ? null : <AnswerForm caseId={card.id} />}
    </section>
  );
}

function ReplyItem({ reply }: { readonly reply: Reply }) {
  const { data: me } = useQuery(meQuery);
  const meaning = meanings[reply.understood_as];
  const unclear = reply.understood_as === 'ask' || reply.understood_as === 'wrong_number';
  return (
    <li className={`border-l-4 pl-2 ${reply.read_at === null ? 'border-l-accent' : 'border-l-line'}`}>
      <span className="flex flex-wrap items-center gap-1.5 text-[0.85em] text-soft">
        <time dateTime={reply.received_at}>{formatDateTime(reply.received_at)}</time>
        <span>{channelWords[reply.channel]}</span>
        {meaning !== undefined && <Badge tone={meaning.tone}>{meaning.text}</Badge>}
        {reply.answered_at !== null && <Badge>Answered</Badge>}
      </span>
      {reply.words !== '' && (
        <span className="untrusted-block block whitespace-pre-wrap">
          <bdi>
            <RevealedText text={reply.words} />
          </bdi>
        </span>
      )}
      {unclear && me?.role !== 'caller' && (
        <span className="mt-1 block">
          <ActionButton
            call="POST /replies/{reply_id}/resume"
            path={{ reply_id: reply.id }}
            success="Contact can continue."
            confirm="They did not mean to stop contact?"
          >
            Not a stop
          </ActionButton>
        </span>
      )}
    </li>
  );
}

/** As many characters as the service takes. */
const answerMax = 480;

function AnswerForm({ caseId }: { readonly caseId: string }) {
  const words = useDraft(caseId, 'answer');
  const setWords = (text: string): void => saveDraft(caseId, text, 'answer');
  const answer = useAction('POST /cases/{consultation_id}/replies', 'Your answer will be sent as a text.', {
    onSuccess: () => setWords(''),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    answer.mutate({ path: { consultation_id: caseId }, body: { words } });
  };
  return (
    <form className="mt-2 grid gap-2" onSubmit={submit}>
      <label className="text-soft">
        Answer by text
        <textarea
          className="field block"
          rows={2}
          maxLength={answerMax}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={answer.isPending || words.trim() === ''}>
        Send text
      </button>
    </form>
  );
}
