/** Where the calls of the client made by orval go, and with which credential. */
export const target = { baseUrl: '', auth: (): string | undefined => undefined };

/** What orval's client calls instead of fetch. */
export async function authorizedFetch<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  const key = target.auth();
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const response = await fetch(`${target.baseUrl}${path}`, { ...options, headers });
  const data: unknown = await response.json();
  return { data, status: response.status, headers: response.headers } as T;
}
