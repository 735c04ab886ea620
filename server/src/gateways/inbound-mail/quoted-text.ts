/** Where a program begins a quote without marking its lines: everything below is our own text. */
const unmarkedStarts: readonly RegExp[] = [
  /^-{2,}\s*(?:original message|mensaje original|forwarded message|mensaje reenviado)/i,
  /^_{10,}\s*$/,
];

/** `On Monday, … wrote:`, in the languages that we write in; such a line by the writer themselves has no address or time. */
const introduction = /^(?:on|el)\b.{5,300}\b(?:wrote|escribi[oó]):\s*$/i;
const namesSender = /[<@]|\d{1,2}:\d{2}/;

/** Headers that follow `From:` where a program quotes without a marker. */
const quotedSender = /^(?:from|de):\s.+$/i;
const quotedHeader = /^(?:sent|to|date|subject|enviado(?: el)?|para|fecha|asunto):\s/i;

/** Where a signature begins (RFC 3676, 4.3), and the disclaimers that companies append. */
const signature =
  /^--\s*$|^(?:confidentiality notice|this (?:e-?mail|message) (?:and|is|may)\b|if you (?:have )?received this)/i;

/**
 * The writer's own text: without the lines quoted from our email, which must not be attributed to them, but with text
 * below or between them; and without additions of their mail system.
 */
export function withoutQuotes(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (endsWords(lines, at, line)) break;
    const skipped = introductionAt(lines, at);
    if (skipped > 0) at += skipped - 1;
    else if (!line.startsWith('>')) own.push(line);
  }
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many lines the introduction of a quote has here; a long one wraps into a second. */
function introductionAt(lines: readonly string[], at: number): number {
  const line = (lines[at] ?? '').trim();
  if (!/^(?:on|el)\b/i.test(line)) return 0;
  const wrapped = `${line} ${(lines[at + 1] ?? '').trim()}`;
  if (introduction.test(line) && namesSender.test(line)) return 1;
  return introduction.test(wrapped) && namesSender.test(wrapped) ? 2 : 0;
}

function endsWords(lines: readonly string[], at: number, line: string): boolean {
  if (signature.test(line) || unmarkedStarts.some((pattern) => pattern.test(line))) return true;
  return quotedSender.test(line) && lines.slice(at + 1, at + 4).some((next) => quotedHeader.test(next.trim()));
}
