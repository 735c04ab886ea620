type Patch = { readonly status?: unknown; readonly cancel_reason?: unknown };

/** A cancellation cannot be combined with other changes, and only a cancellation has a reason. */
export function patchIssues(patch: Patch): { path: string; message: string }[] {
  const { status, cancel_reason: reason, ...edits } = patch;
  if (status === undefined)
    return reason === undefined ? [] : [{ path: 'cancel_reason', message: 'goes with the status canceled only' }];
  return Object.keys(edits).map((path) => ({ path, message: 'cannot be changed together with the status' }));
}
