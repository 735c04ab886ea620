// Habits of writing that a pattern can find. STYLE, "Plain English", lists the alternatives.

export type Habit = { readonly name: string; readonly pattern: RegExp };

const nouns =
  'address|agent|body|code|column|console|cookie|count|event|header|job|key|line|list|log|metric|page|password|path|port|process|queue|role|row|sandbox|schema|secret|session|table|test|text|token|worker';

/** A match is not always a fault, so folders have a budget instead of a ban. */
export const habits: readonly Habit[] = [
  {
    name: 'a clause for a noun',
    pattern: /\bwhat (?:is|was|has|had|cannot|can|only|others|another|we|they|comes|stands|lies|goes)\b/i,
  },
  {
    name: 'of-chain',
    pattern: new RegExp(
      String.raw`\b(?:${nouns})s? of (?:an?|the|its|their|our|that) \w+ of\b|\b(?:${nouns})s? of (?:agents|partners|institutions|owners|staff|people|others|tests|emails?|cases)\b`,
      'i',
    ),
  },
  { name: 'nobody', pattern: /\b(?:who(?:m|so)?ever|somebody|nobody|strangers?)\b/i },
  { name: 'negated noun', pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b|\b(?:nor|none) of\b/i },
  {
    name: 'a thing that speaks',
    pattern:
      /\bsays? (?:that|what|who|how|when|which|where|why|so|it|no)\b|\b(?:is|are) told\b|\b(?:is|are|was) (?:said|asked|looked at)\b/i,
  },
  {
    name: 'dated word',
    pattern:
      /\b(?:telephon\w+|besides?|at once|go(?:es)? on|went on|gone on|in force|for good|mend(?:s|ed|ing)?|all the same|by day|papers)\b|(?<!e-)\bmails?\b(?![-_.:/@]| (?:server|provider|program|system))/i,
  },
  {
    name: 'private metaphor',
    pattern:
      /\b(?:walls?|twins?|plant(?:s|ed|ing)|houses?|cockpit|reseal\w*|seal(?:s|ed)?|eras?|struck|tied|walk(?:s|ed)?)\b/i,
  },
  { name: 'of its own', pattern: /\bof (?:its|their|our|his|her|your|my) own\b/i },
  {
    name: 'before for previous',
    pattern: /\bthe (?:version|reader|code|one|process|run|release|migration|answer) before\b/i,
  },
];

/** A title stands alone in a list of failures, so it does not begin in the middle of a sentence. */
export const titleHabit: Habit = {
  name: 'half a sentence',
  pattern:
    /^(?:of|and|or|but|nor|neither|in|on|at|with|without|to|also|only|however|whatever|which|what|whose|there)\b/i,
};
