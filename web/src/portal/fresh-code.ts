/** Asked by the dialog that the shell shows; resolves to whether a code was accepted. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

export function setFreshCodeDialog(dialog: Ask | undefined): void {
  ask = dialog;
}

let asking: Promise<boolean> | undefined;

/** One dialog for all calls that wait for it. */
export function askForFreshCode(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}
