import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { setShortcutsEnabled, useShortcutsEnabled } from './shortcuts.ts';

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Q', 'next call'],
      ['B', 'board'],
      ['M', 'my cases and callbacks'],
      ['I', 'new case for somebody who telephones in'],
      ['/', 'search'],
      ['Z', 'undo before it is sent'],
      ['Enter', 'send now'],
      ['Ctrl Enter', 'send and take the next call'],
      ['Esc', 'leave a field or cancel'],
      ['?', 'keyboard shortcuts'],
    ],
  ],
  [
    'On a call',
    [
      ['T', 'take the case'],
      ['1 – 9', 'log the outcome'],
      ['N', 'write a note'],
      ['F', 'edit the facts'],
      ['O', 'enter the first offer'],
      ['U', 'add a valuation report'],
      ['W', 'go to the written appraisal'],
      ['P', 'enter what the insurer paid'],
      ['C', 'call the number'],
      ['S', 'start the consultation'],
      ['D', 'mark the consultation delivered'],
      ['X', 'release the case'],
      ['E', 'close the case with a reason'],
    ],
  ],
  [
    'On the board',
    [
      ['J K', 'next and previous card'],
      ['H L', 'left and right column'],
      ['Enter', 'open the card'],
      ['R', 'show the new order'],
      ['T', 'test cases on or off'],
    ],
  ],
];

type ShortcutHelpProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

/** Lists all keyboard shortcuts, with the setting that turns single-key shortcuts off. */
export function ShortcutHelp({ open, onOpenChange }: ShortcutHelpProps) {
  const enabled = useShortcutsEnabled();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-[rgb(0_0_0/0.5)]" />
        {/* Focus the title: the first focusable control is at the end of the dialog. */}
        <Dialog.Popup
          initialFocus={title}
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[min(46rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-xl border border-line bg-paper p-5 shadow-2xl"
        >
          <Dialog.Title ref={title} tabIndex={-1} className="text-lg font-bold outline-none">
            Keyboard shortcuts
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-soft">Disabled while typing in a field.</Dialog.Description>
          <div className="mt-4 grid gap-5 sm:grid-cols-3">
            {groups.map(([title, keys]) => (
              <section key={title}>
                <h3 className="panel-title">{title}</h3>
                <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
                  {keys.map(([key, action]) => (
                    <div key={key} className="contents">
                      <dt>
                        <kbd className="key">{key}</kbd>
                      </dt>
                      <dd>{action}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <label className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                checked={enabled}
                onChange={(event) => setShortcutsEnabled(event.target.checked)}
              />
              Enable single-key shortcuts
            </label>
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
