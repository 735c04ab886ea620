// Unsent input, in this tab only: it survives a reload or an ended session but not closing the tab, and other users who
// sign in here never see it.
const prefix = 'portal.draft.';

/** Undefined while the user is unknown. */
const nameOf = (userId: string | undefined, what: string): string | undefined =>
  userId === undefined ? undefined : `${prefix}${userId}.${what}`;

export function readDraft(userId: string | undefined, what: string): Readonly<Record<string, string>> {
  const name = nameOf(userId, what);
  try {
    const stored: unknown = JSON.parse((name && sessionStorage.getItem(name)) ?? '{}');
    const texts = Object.entries(stored as object).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(texts) as Record<string, string>;
  } catch {
    return {};
  }
}

export function saveDraft(userId: string | undefined, what: string, draft: Readonly<Record<string, string>>): void {
  const name = nameOf(userId, what);
  if (name === undefined) return;
  try {
    if (Object.values(draft).every((text) => text === '')) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // A browser without room for it still has the page.
  }
}

/** Deletes all users' drafts, at sign-out. */
export function removeDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
}
