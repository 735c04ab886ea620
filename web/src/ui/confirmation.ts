/** Asked by the dialog of the page; resolves to whether whoever sits there has confirmed that it is them. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

export function setConfirmDialog(dialog: Ask | undefined): void {
  ask = dialog;
}

let asking: Promise<boolean> | undefined;

/** One dialog for all calls that wait for it. */
export function askToConfirm(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}
