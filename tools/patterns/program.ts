// A regular expression as the steps of a backtracking engine. A search is a loop around them, so every place where a
// match may begin is counted.
import { JS, type CharSet } from 'refa';

const maxSteps = 20_000;
/** A longer repetition is treated as unbounded, which can only add attempts. */
const maxCopies = 1_000;
/** A lookbehind runs at every character, so it has to be short. */
const maxLookbehind = 40;

export type Step =
  | { readonly kind: 'read'; readonly chars: CharSet; readonly next: Step }
  | { readonly kind: 'fork'; readonly to: Step[] }
  /** Tests one character behind or ahead; `edge` is whether the edge of the text also passes. */
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly chars: CharSet;
      readonly edge: boolean;
      readonly next: Step;
    }
  /** A longer lookaround, which is assumed to both match and fail. */
  | { readonly kind: 'assume'; readonly next: Step }
  /** A loop. An iteration with an empty match ends the attempt, as in the language. */
  | { readonly kind: 'enter' | 'iterate' | 'again'; readonly loop: number; readonly next: Step }
  | { readonly kind: 'matched' | 'failed' };

type Alternatives = JS.RegexppAst['pattern']['alternatives'];
type Element = Alternatives[number]['elements'][number];
type Quantifier = Extract<Element, { type: 'Quantifier' }>;
type Assertion = Extract<Element, { type: 'Assertion' }>;
type Lookaround = Extract<Assertion, { alternatives: unknown }>;

export class Program {
  readonly start: Step;
  readonly sets = new Set<CharSet>();
  /** Sets used in lookbehinds. */
  readonly behind = new Set<CharSet>();
  readonly sticky: boolean;
  /** Characters that an attempt can read. */
  readonly longest: number;
  readonly #flags: JS.RegexppAst['flags'];
  readonly #all: CharSet;
  #size = 0;

  constructor(source: string, flags: string) {
    const { pattern, flags: parsed } = JS.Parser.fromLiteral({ source, flags }).ast;
    this.#flags = parsed;
    this.sticky = parsed.sticky;
    this.longest = maxLength(pattern.alternatives);
    this.#all = this.#parse(String.raw`[^]`);
    const to: Step[] = [];
    this.start = this.#add({ kind: 'fork', to });
    to.push(this.#anyOf(pattern.alternatives, { kind: 'matched' }));
    if (!this.sticky) to.push(this.#read(this.#all, this.start));
  }

  #add<T extends Step>(step: T): T {
    if (++this.#size > maxSteps) throw new Error('it is too large');
    if (step.kind === 'read' || step.kind === 'look') this.sets.add(step.chars);
    if (step.kind === 'look' && step.behind) this.behind.add(step.chars);
    return step;
  }

  #read = (chars: CharSet, next: Step): Step => this.#add({ kind: 'read', chars, next });

  #fork = (...to: Step[]): Step => this.#add({ kind: 'fork', to });

  #anyOf = (alternatives: Alternatives, next: Step): Step =>
    this.#fork(
      ...alternatives.map(({ elements }) => elements.reduceRight((after, one) => this.#one(one, after), next)),
    );

  #one(element: Element, next: Step): Step {
    switch (element.type) {
      case 'CapturingGroup':
        return this.#anyOf(element.alternatives, next);
      case 'Group':
        if (element.modifiers) throw new Error('modifiers are not understood');
        return this.#anyOf(element.alternatives, next);
      case 'Backreference': {
        // Any match of its group, or nothing.
        const groups = [element.resolved].flat();
        return this.#fork(...groups.map((group) => this.#anyOf(group.alternatives, next)), next);
      }
      case 'Quantifier':
        return this.#repeat(element, next);
      case 'Assertion':
        return this.#assert(element, next);
      default:
        return this.#read(this.#chars(element), next);
    }
  }

  #repeat({ element, min, max }: Quantifier, next: Step): Step {
    if (max > maxCopies && (max !== Infinity || min > maxCopies)) return this.#star(element, next);
    let step = max === Infinity ? this.#star(element, next) : next;
    for (let left = max === Infinity ? 0 : max - min; left > 0; left--) step = this.#optional(element, step, next);
    for (let left = min; left > 0; left--) step = this.#one(element, step);
    return step;
  }

  #star(element: Element, next: Step): Step {
    const loop = this.#size;
    const to: Step[] = [];
    const choice = this.#add({ kind: 'fork', to });
    const body = this.#one(element, this.#add({ kind: 'again', loop, next: choice }));
    to.push(this.#add({ kind: 'iterate', loop, next: body }), next);
    return this.#add({ kind: 'enter', loop, next: choice });
  }

  #optional(element: Element, then: Step, otherwise: Step): Step {
    const loop = this.#size;
    const body = this.#one(element, this.#add({ kind: 'again', loop, next: then }));
    const iterate = this.#add({ kind: 'iterate', loop, next: body });
    return this.#add({ kind: 'enter', loop, next: this.#fork(iterate, otherwise) });
  }

  #assert(assertion: Assertion, next: Step): Step {
    if (assertion.kind === 'word') {
      const word = this.#parse(String.raw`\w`);
      const side = (behind: boolean, inside: boolean, after: Step) =>
        this.#add({ kind: 'look', behind, chars: inside ? word : word.negate(), edge: !inside, next: after });
      const between = (before: boolean, after: boolean) => side(true, before, side(false, after, next));
      return this.#fork(between(true, assertion.negate), between(false, !assertion.negate));
    }
    const behind = assertion.kind === 'start' || assertion.kind === 'lookbehind';
    if (!('alternatives' in assertion)) {
      const breaks = this.#flags.multiline ? this.#parse(String.raw`[\n\r\u2028\u2029]`) : this.#all.negate();
      return this.#add({ kind: 'look', behind, chars: breaks, edge: true, next });
    }
    const { alternatives, negate } = assertion;
    const short = this.#findSingle(assertion);
    if (short !== undefined) {
      const chars = negate ? short.chars.negate() : short.chars;
      return this.#add({ kind: 'look', behind, chars, edge: negate !== short.edge, next });
    }
    const assumed = this.#add({ kind: 'assume', next });
    if (!behind) {
      const body = this.#anyOf(alternatives, { kind: 'failed' });
      return this.#fork(assumed, this.#add({ kind: 'assume', next: body }));
    }
    if (maxLength(alternatives) > maxLookbehind) throw new Error('a lookbehind is too long');
    return assumed;
  }

  /** The characters of a lookaround whose alternatives are single characters or the edge of the text. */
  #findSingle({ kind, alternatives }: Lookaround): { chars: CharSet; edge: boolean } | undefined {
    let [chars, edge] = [this.#all.negate(), false];
    for (const { elements } of alternatives) {
      const [one] = elements;
      if (one === undefined || elements.length > 1) return undefined;
      const isEdge = one.type === 'Assertion' && one.kind === (kind === 'lookbehind' ? 'start' : 'end');
      if (isEdge && !this.#flags.multiline) edge = true;
      else if (isChar(one)) chars = chars.union(this.#chars(one));
      else return undefined;
    }
    return { chars, edge };
  }

  #chars(element: Element): CharSet {
    if (!isChar(element)) throw new Error(`${element.raw} is not understood`);
    const { chars, accept } = JS.parseUnicodeSet(element, this.#flags as JS.Flags);
    if (!accept.isEmpty) throw new Error(`${element.raw} is more than a character`);
    return chars;
  }

  #parse(source: string): CharSet {
    const { pattern } = JS.Parser.fromLiteral({ source, flags: this.#flags.raw }).ast;
    return this.#chars(pattern.alternatives[0]?.elements[0] as Element);
  }
}

type Char = Extract<Element, { type: 'Character' | 'CharacterSet' | 'CharacterClass' }>;

const isChar = (element: Element): element is Char =>
  element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';

const maxLength = (alternatives: Alternatives): number =>
  Math.max(...alternatives.map(({ elements }) => elements.reduce((sum, one) => sum + lengthOf(one), 0)));

function lengthOf(element: Element): number {
  if (element.type === 'Assertion') return 'alternatives' in element ? maxLength(element.alternatives) : 0;
  if (element.type === 'CapturingGroup' || element.type === 'Group') return maxLength(element.alternatives);
  if (element.type === 'Quantifier')
    return element.max === 0 ? 0 : element.max * Math.max(1, lengthOf(element.element));
  return isChar(element) ? 1 : Infinity;
}
