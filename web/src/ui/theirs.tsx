import { useState } from 'react';
import { clip, spellOut } from '#lib/theirs.ts';

/** Somebody else's words inside a line: text and nothing but text, clipped, its hidden characters spelled out. */
export function Theirs({ text, max = 80 }: { readonly text: string; readonly max?: number }) {
  return (
    <bdi className="theirs" title="Not verified">
      <Spelled text={clip(text, max)} />
    </bdi>
  );
}

/** The same without the mark, where the whole block carries it. */
export function Spelled({ text }: { readonly text: string }) {
  return spellOut(text).map(({ text: stretch, hidden }, index) =>
    hidden ? (
      <span key={index} className="hidden-character">
        {stretch}
      </span>
    ) : (
      stretch
    ),
  );
}

type Block = { readonly text: string; readonly from: string; readonly max?: number };

/** A longer text of somebody else, with who sent it; no more than its beginning until somebody asks. */
export function TheirBlock({ text, from, max = 420 }: Block) {
  const [whole, setWhole] = useState(false);
  const long = [...text].length > max;
  return (
    <figure className="theirs-block rounded-md border-l-4 border-theirs bg-theirs-soft px-3 py-2">
      <figcaption className="mb-1 text-[0.8rem] font-semibold text-theirs">{from}</figcaption>
      <blockquote className="text-ink">
        <bdi>
          <Spelled text={whole ? text : clip(text, max)} />
        </bdi>
      </blockquote>
      {long && (
        <button type="button" className="mt-1 min-h-6 underline" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${[...text].length} characters`}
        </button>
      )}
    </figure>
  );
}
