import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTenant, type Response } from '#portal/api.ts';
import { sendFile } from './send-file.ts';
import { formatSize, wordsOfProblem } from './file-messages.ts';
import { urlAt } from '#portal/request.ts';

type FileCall = 'POST /rosters' | 'POST /referral-files';

type DropZoneProps<Key extends FileCall> = {
  readonly call: Key;
  readonly title: string;
  readonly hint: string;
  /** Endings that a browser offers. */
  readonly accept: string;
  readonly megabytesMax: number;
  onDone(file: Response<Key>): void;
};

/** Accepts a dropped or chosen file, and shows upload progress. */
export function DropZone<Key extends FileCall>({
  call,
  title,
  hint,
  accept,
  megabytesMax,
  onDone,
}: DropZoneProps<Key>) {
  const { base } = useTenant();
  const [share, setShare] = useState(0);
  const [over, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > megabytesMax * 1_048_576)
        throw new Error(`The file is ${formatSize(file.size)}. The limit is ${megabytesMax} MB.`);
      return sendFile<Response<Key>>(urlAt<FileCall>(base, call), file, setShare);
    },
    onSuccess: onDone,
  });
  const take = (file: File | undefined): void => {
    if (file === undefined || upload.isPending) return;
    setShare(0);
    upload.mutate(file);
  };
  return (
    <div
      className={`m-3 rounded-md border-2 border-dashed p-6 text-center ${over ? 'border-accent bg-accent-soft' : 'border-edge'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <label className="block">
        <span className="block font-semibold">{title}</span>
        <span className="mb-3 block text-soft">{hint}</span>
        <input
          type="file"
          className="mx-auto block max-w-full file:mr-3 file:rounded-md file:border file:border-solid file:border-edge file:bg-raised file:px-3 file:py-1 file:font-semibold"
          accept={accept}
          disabled={upload.isPending}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      {upload.isPending && <Sent share={share} />}
      {upload.error !== null && (
        <p className="mt-3 text-bad" role="alert">
          {upload.error.message.replace(/(?<![a-z])([a-z]+(?:_[a-z]+)+)\.?/, (_, code: string) => wordsOfProblem(code))}
        </p>
      )}
    </div>
  );
}

function Sent({ share }: { readonly share: number }) {
  return (
    <p className="mt-3" role="status">
      <progress className="bar" aria-label="Sent" value={share} max={1} />
      <span className="block">{share < 1 ? `${Math.floor(share * 100)} percent sent` : 'Sent; checking the file'}</span>
    </p>
  );
}
