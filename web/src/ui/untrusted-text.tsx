import { useState } from 'react';
import { revealHidden, truncate } from '#lib/untrusted-text.ts';

/** Text from outside the team, inline: truncated, hidden characters made visible, marked as not verified. */
export function UntrustedText({ text, max = 80 }: { readonly text: string; readonly max?: number }) {
  return (
    <bdi className="untrusted" title="Not verified">
      <RevealedText text={truncate(text, max)} />
    </bdi>
  );
}

/** Only makes hidden characters visible; for use inside a block that is marked as a whole. */
export function RevealedText({ text }: { readonly text: string }) {
  return revealHidden(text).map(({ text: segment, hidden }, index) =>
    hidden ? (
      <span key={index} className="hidden-character">
        {segment}
      </span>
    ) : (
      segment
    ),
  );
}

type UntrustedBlockProps = { readonly text: string; readonly from: string; readonly max?: number };

/** A longer text from outside the team, with its sender; collapsed to its beginning. */
export function UntrustedBlock({ text, from, max = 420 }: UntrustedBlockProps) {
  const [expanded, setExpanded] = useState(false);
  const long = [...text].length > max;
  return (
    <figure className="untrusted-block rounded-md border-l-4 border-untrusted bg-untrusted-soft px-3 py-2">
      <figcaption className="mb-1 text-[0.8rem] font-semibold text-untrusted">{from}</figcaption>
      <blockquote className="text-ink">
        <bdi>
          <RevealedText text={expanded ? text : truncate(text, max)} />
        </bdi>
      </blockquote>
      {long && (
        <button type="button" className="mt-1 min-h-6 underline" onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show less' : `Show all ${[...text].length} characters`}
        </button>
      )}
    </figure>
  );
}
