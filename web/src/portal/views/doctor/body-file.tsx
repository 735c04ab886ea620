import { useId, useState } from 'react';

type BodyFileProps = { onChange(base64: string | undefined): void };

/** The server's limit; small enough for a browser to read in one piece. */
const bytesMax = 262_144;

/** The exact bytes of a body: copying text can change its line endings. */
export function BodyFile({ onChange }: BodyFileProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined): Promise<void> => {
    setProblem(undefined);
    if (file !== undefined && file.size > bytesMax) setProblem('The file is larger than 256 KiB.');
    if (file === undefined || file.size > bytesMax) return onChange(undefined);
    onChange(toBase64(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-soft">
        Body as a file
      </label>
      <input
        id={id}
        type="file"
        className="field"
        aria-describedby={`${id}-note`}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <p id={`${id}-note`} className="text-[0.9em] text-soft">
        {problem === undefined ? (
          'To check the exact bytes. Replaces the body text above.'
        ) : (
          <span role="alert" className="text-bad">
            {problem}
          </span>
        )}
      </p>
    </div>
  );
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
