import { Dialog } from './dialog.tsx';
import { setShortcutsEnabled, useShortcutsEnabled } from './shortcuts.ts';

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Q', 'next call'],
      ['B', 'board'],
      ['M', 'my cases and callbacks'],
      ['I', 'new case from a phone call'],
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
      ['P', 'enter the settlement'],
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

type ShortcutHelpProps = { onClose(): void };

/** Lists all keyboard shortcuts, with the setting that turns single-key shortcuts off. */
export function ShortcutHelp({ onClose }: ShortcutHelpProps) {
  const enabled = useShortcutsEnabled();
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="Disabled while typing in a field."
      className="m-auto max-h-[90vh] w-[min(46rem,calc(100vw-2rem))] overflow-auto"
      focusTitle
      onClose={onClose}
    >
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
          <input type="checkbox" checked={enabled} onChange={(event) => setShortcutsEnabled(event.target.checked)} />
          Enable single-key shortcuts
        </label>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
