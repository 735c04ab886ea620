import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { switchKeys, useKeysOn } from './keys.ts';

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Q', 'next call'],
      ['B', 'board'],
      ['/', 'search'],
      ['Z', 'undo what was not sent yet'],
      ['Enter', 'send it now'],
      ['Ctrl Enter', 'send it, and bring the next call'],
      ['Esc', 'leave a field or a question'],
      ['?', 'this page'],
    ],
  ],
  [
    'On a call',
    [
      ['T', 'take the case'],
      ['1 – 9', 'how it went'],
      ['N', 'write a note'],
      ['C', 'call the number'],
      ['S', 'start the consultation'],
      ['D', 'consultation delivered'],
      ['X', 'give the case back'],
    ],
  ],
  [
    'On the board',
    [
      ['J K', 'next and previous card'],
      ['H L', 'column to the left and right'],
      ['Enter', 'open the card'],
      ['R', 'show the new order'],
      ['T', 'test objects, on and off'],
    ],
  ],
];

type Shown = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

/** What every key does, and the switch that turns them off. */
export function Help({ open, onOpenChange }: Shown) {
  const on = useKeysOn();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-[rgb(0_0_0/0.5)]" />
        {/* It begins at its beginning: what can be pressed stands at its end. */}
        <Dialog.Popup
          initialFocus={title}
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[min(46rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-xl border border-line bg-paper p-5 shadow-2xl"
        >
          <Dialog.Title ref={title} tabIndex={-1} className="text-lg font-bold outline-none">
            Keys
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-soft">They rest while you write in a field.</Dialog.Description>
          <div className="mt-4 grid gap-5 sm:grid-cols-3">
            {groups.map(([title, keys]) => (
              <section key={title}>
                <h3 className="panel-title">{title}</h3>
                <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
                  {keys.map(([key, does]) => (
                    <div key={key} className="contents">
                      <dt>
                        <kbd className="key">{key}</kbd>
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <label className="flex min-h-6 items-center gap-2">
              <input type="checkbox" checked={on} onChange={(event) => switchKeys(event.target.checked)} />
              Single keys are on
            </label>
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
