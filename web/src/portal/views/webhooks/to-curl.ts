type Sent = { readonly url: string; readonly headers: readonly { readonly name: string; readonly value: string }[] };

/** What curl sets by itself, and what belongs to one connection. */
const ofTheConnection = new Set(['host', 'connection', 'content-length']);

/** In single quotes a shell changes nothing; a single quote itself is put between two such texts. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command line. The signature is the one that was sent, so a receiver that checks the time refuses it later. */
export const toCurl = ({ url, headers }: Sent, body: string): string =>
  [
    `curl --request POST ${quote(url)}`,
    ...headers
      .filter(({ name }) => !ofTheConnection.has(name))
      .map(({ name, value }) => `--header ${quote(`${name}: ${value}`)}`),
    `--data-binary ${quote(body)}`,
  ].join(' \\\n  ');
