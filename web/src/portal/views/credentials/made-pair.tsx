import { useEffect, useState } from 'react';
import { makeKeyPair, type KeyPair } from './key-pair.ts';

type Made = { readonly pair: KeyPair; readonly saved: boolean };

type MadePairProps = {
  readonly made: Made | undefined;
  readonly problem: string | undefined;
  onChange(made: Made | undefined): void;
};

/** Makes a pair in the browser and gives the private half to its owner as a file; only then is the public half uploaded. */
export function MadePair({ made, problem, onChange }: MadePairProps) {
  const [failed, setFailed] = useState(false);
  const make = async (): Promise<void> => {
    try {
      onChange({ pair: await makeKeyPair(), saved: false });
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="grid gap-2 sm:col-span-full">
      <p className="max-w-prose text-soft">
        The pair is made on this computer. The private key goes into a file that you download; it is not sent to us, and
        nobody can restore it.
      </p>
      <div className="flex flex-wrap items-center gap-2" aria-live="polite">
        <button type="button" className="button" onClick={() => void make()}>
          {made === undefined ? 'Make a key pair' : 'Make another pair'}
        </button>
        {made !== undefined && (
          <>
            <Download text={made.pair.privateKey} onSaved={() => onChange({ ...made, saved: true })} />
            <span className="text-soft">
              {made.saved
                ? `The private key is in private.pem (${made.pair.algorithm}).`
                : `An ${made.pair.algorithm === 'Ed25519' ? 'Ed25519' : 'ECDSA P-256'} pair is made. Download the private key first.`}
            </span>
          </>
        )}
      </div>
      {failed && (
        <p role="alert" className="text-bad">
          This browser cannot make a key pair here. Make one with openssl, and paste the public half.
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A link to the memory of this page; it ends with the pair. */
function Download({ text, onSaved }: { readonly text: string; onSaved(): void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a href={url} download="private.pem" className="button-main" onClick={onSaved}>
      Download the private key
    </a>
  );
}
