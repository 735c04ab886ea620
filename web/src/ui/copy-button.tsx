import { useEffect, useState } from 'react';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => setState('ready'), [text]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <button type="button" className="button min-h-7 px-2" aria-label={`Copy ${what}`} onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </button>
      <span role="status" className="sr-only">
        {state === 'copied' ? `${what} copied.` : ''}
      </span>
      {state === 'failed' && <span role="alert">Copying failed. Select the text and copy it yourself.</span>}
    </>
  );
}
