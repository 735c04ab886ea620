import { useState, type CSSProperties } from 'react';
import { urlOf } from '#api/request.ts';
import type { Finding } from '#api/types.ts';

type Mark = Finding['marks'][number];
type MarkedPageProps = { readonly documentId: string; readonly page: number; readonly marks: readonly Mark[] };
type Size = { readonly width: number; readonly height: number };

/** Pixels of the image for a point of a box, whatever the size of the page. */
const pixelsPerPoint = 1100 / 792;
/** A frame around the figure, and not through it. */
const roomPt = 2;

/**
 * A page of the report with its figures framed. The list below it says the same in words; choosing an entry frames its
 * figure twice, so that keyboards and screen readers get what the eye gets.
 */
export function MarkedPage({ documentId, page, marks }: MarkedPageProps) {
  const [size, setSize] = useState<Size>();
  const [hasFailed, setFailed] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const source = urlOf('GET /documents/{document_id}/page', {
    path: { document_id: documentId },
    query: { number: String(page) },
  });
  if (hasFailed) return <p className="mt-1 text-bad">This page can’t be shown. Download the report instead.</p>;
  return (
    <figure className="mt-2">
      <div className="relative overflow-hidden rounded-md border border-line bg-[white]">
        <img
          src={source}
          alt={`Page ${page} of the report`}
          className="block w-full"
          onLoad={({ currentTarget: image }) => setSize({ width: image.naturalWidth, height: image.naturalHeight })}
          onError={() => setFailed(true)}
        />
        {size !== undefined &&
          marks.map(({ box }, index) =>
            box === null ? null : (
              <span
                key={index}
                aria-hidden
                data-mark={index + 1}
                className={`absolute rounded-sm ${index === chosen ? 'outline-4 outline-warn' : 'outline-2 outline-bad'}`}
                style={placeOf(box, size)}
              />
            ),
          )}
      </div>
      <figcaption>
        <ol className="mt-1 grid gap-0.5" aria-label={`Marked on page ${page}`}>
          {marks.map(({ label, printed, box }, index) => (
            <li key={index}>
              <button
                type="button"
                className="text-left underline decoration-line underline-offset-4"
                aria-pressed={index === chosen}
                onClick={() => setChosen(index === chosen ? undefined : index)}
              >
                {label}: {printed}
              </button>
              {box === null && <span className="text-soft"> (location unknown)</span>}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

const share = (points: number, pixels: number): string => `${((points * pixelsPerPoint) / pixels) * 100}%`;

/** In shares of the image, so that it holds at every width. */
function placeOf([left = 0, top = 0, right = 0, bottom = 0]: readonly number[], size: Size): CSSProperties {
  return {
    left: share(left - roomPt, size.width),
    top: share(top - roomPt, size.height),
    width: share(right - left + 2 * roomPt, size.width),
    height: share(bottom - top + 2 * roomPt, size.height),
  };
}
