import { useState } from 'react';
import { Labeled, TextField } from '#ui/form.tsx';

/** The service's limit, in characters. */
const receivedMax = 4 * 1024 * 1024;

export const isTooLong = (received: string): boolean => received.length > receivedMax;

type Props = { readonly value: string; onChange(value: string): void; readonly problem: string | undefined };

/** The receiver's event ids: typed, pasted or from a file. */
export function ReceivedField({ value, onChange, problem }: Props) {
  const [file, setFile] = useState<string>();
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const tooLarge = chosen.size > receivedMax;
    if (!tooLarge) onChange(await chosen.text());
    setFile(tooLarge ? `${chosen.name} is larger than 4 MB.` : `${chosen.name} loaded.`);
  };
  return (
    <>
      <TextField
        className="sm:col-span-full"
        label="Event ids you have"
        hint="Text, CSV or NDJSON, up to 100,000 ids and 4 MB. Whole events work too."
        problem={isTooLong(value) ? 'This is more than 4 MB.' : problem}
        value={value}
        onChange={onChange}
        rows={6}
        mono
      />
      <Labeled label="Or a file of ids" hint={file}>
        {(described) => (
          <input
            {...described}
            type="file"
            accept=".txt,.csv,.ndjson,.jsonl,.json,text/plain"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        )}
      </Labeled>
    </>
  );
}
