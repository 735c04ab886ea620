/** Markdown in parts: every second one is a block of code with its fences. */
export function splitFences(markdown: string): string[] {
  const parts: string[] = [];
  let [from, opened, opening] = [0, 0, ''];
  for (const { 0: line, 1: fence = '', 2: rest, index } of markdown.matchAll(/^(`{3,})(?!`)(.*)$/gm)) {
    if (opening === '') [opened, opening] = [index, fence];
    else if (fence === opening && rest === '') {
      const end = index + line.length;
      parts.push(markdown.slice(from, opened), markdown.slice(opened, end));
      [from, opening] = [end, ''];
    }
  }
  return [...parts, markdown.slice(from)];
}
