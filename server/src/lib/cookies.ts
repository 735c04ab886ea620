/** The value of a cookie; undefined when it is not there, or there twice and nobody can say which one counts. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A cookie that no other host and no plain connection can set or read, and no script. `__Host-` makes the browser
 * insist on Secure, on Path=/ and on the absence of Domain.
 */
export const writeHostCookie = (name: `__Host-${string}`, value: string, maxAgeS: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}`;

export const dropHostCookie = (name: `__Host-${string}`): string => writeHostCookie(name, '', 0);
