/** The target of the calls by orval's client, and their credential. */
export const target = { baseUrl: '', auth: (): string | undefined => undefined };

/** Replaces fetch in orval's client. */
export async function authorizedFetch<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  const key = target.auth();
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const response = await fetch(`${target.baseUrl}${path}`, { ...options, headers });
  const data: unknown = await response.json();
  return { data, status: response.status, headers: response.headers } as T;
}
