/** An absolute http or https URL (D-018), because these are shown to people as links. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && /^https?:\/\//i.test(text);
}
