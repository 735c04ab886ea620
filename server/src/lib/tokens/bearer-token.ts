/** The token of an `Authorization: Bearer` header; undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,255})$/i.exec(header ?? '')?.[1];
}
