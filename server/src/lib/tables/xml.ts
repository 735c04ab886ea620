// The parts of XML that Excel files need. Each function makes one pass, without regular expressions over unbounded
// text: this is untrusted input, and backtracking at each of a million open tags would take minutes.

export type XmlElement = { readonly head: string; readonly body: string };

/** Consecutive elements of a name: the content of the tag, and of the element. An element without an end is the last. */
export function listElements(xml: string, name: string, most = Infinity): XmlElement[] {
  const elements: XmlElement[] = [];
  const close = `</${name}>`;
  for (let at = xml.indexOf(`<${name}`); at >= 0 && elements.length < most; at = xml.indexOf(`<${name}`, at)) {
    at += name.length + 1;
    // Another name that begins with this one.
    if (/\w/.test(xml[at] ?? '')) continue;
    const headEnd = xml.indexOf('>', at);
    if (headEnd < 0) return elements;
    const isEmpty = xml[headEnd - 1] === '/';
    const end = isEmpty ? headEnd + 1 : xml.indexOf(close, headEnd + 1);
    if (end < 0) return elements;
    const head = xml.slice(at, isEmpty ? headEnd - 1 : headEnd);
    elements.push({ head, body: isEmpty ? '' : xml.slice(headEnd + 1, end) });
    at = isEmpty ? end : end + close.length;
  }
  return elements;
}

/** The text without the elements of this name. */
export function withoutElements(xml: string, name: string): string {
  const close = `</${name}>`;
  const kept: string[] = [];
  let from = 0;
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, from)) {
    const end = xml.indexOf(close, at);
    if (end < 0) break;
    kept.push(xml.slice(from, at));
    from = end + close.length;
  }
  return from === 0 ? xml : kept.join('') + xml.slice(from);
}
