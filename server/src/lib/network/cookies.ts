/** The value of a cookie; undefined when it is missing, or repeated so that the right one is unknown. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A cookie that other hosts, unencrypted connections and scripts can neither set nor read. `__Host-` makes the browser
 * require Secure, Path=/ and no Domain.
 */
export const writeHostCookie = (name: `__Host-${string}`, value: string, maxAgeS: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}`;

export const clearHostCookie = (name: `__Host-${string}`): string => writeHostCookie(name, '', 0);
