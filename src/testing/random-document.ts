/**
 * Random YAML for property tests: plain values like those of Kubernetes manifests, written in every style that people
 * and programs write them in, together with what each text means; and random changes of such values.
 */
import fc from 'fast-check';
import { resolvePlain } from '../yaml/resolve-scalar.ts';
import { isList, isMap, mapOf, type Value } from '../yaml/value.ts';

export interface RandomDocument {
  readonly text: string;
  readonly value: Value;
}

interface ScalarDraft {
  readonly kind: 'scalar';
  readonly text: string;
  readonly style: number;
  readonly wrap: boolean;
  /** Where quoted text is broken, each line but the first at its column; used where lines need no indentation. */
  readonly columns: readonly number[];
  readonly decoration: Decoration;
}

interface PlainDraft {
  readonly kind: 'plain';
  readonly text: string;
  readonly decoration: Decoration;
}

interface MappingDraft {
  readonly kind: 'mapping';
  readonly entries: readonly EntryDraft[];
  readonly layout: Layout;
  readonly decoration: Decoration;
}

interface SequenceDraft {
  readonly kind: 'sequence';
  readonly items: readonly ItemDraft[];
  readonly layout: Layout;
  readonly decoration: Decoration;
}

interface AliasDraft {
  readonly kind: 'alias';
  readonly pick: number;
  readonly decoration: Decoration;
}

type Draft = ScalarDraft | PlainDraft | MappingDraft | SequenceDraft | AliasDraft;

interface ItemDraft {
  readonly value: Draft;
  readonly above: readonly Trivia[];
  readonly comment: boolean;
  /** Spaces after the indicator. */
  readonly gap: number;
  /** White space at the end of the line, or of the first of several. */
  readonly trail: string;
}

interface EntryDraft extends ItemDraft {
  readonly key: string;
  readonly keyStyle: number;
}

interface Layout {
  readonly flow: boolean;
  /** Of a mapping's values, or, in a flow collection, from the line it begins on. */
  readonly step: number;
  /** Of the dashes of a sequence under a key. */
  readonly offset: number;
  readonly ownLine: boolean;
  readonly multiLine: boolean;
  readonly trailingComma: boolean;
  readonly tight: boolean;
}

interface Decoration {
  readonly anchor: boolean;
  readonly tag: boolean;
}

/** Blank lines, with or without white space in them, and comments. */
type Trivia = 'blank' | 'spaces' | 'deep spaces' | 'tab' | 'aligned' | 'shallow' | 'deep';

interface Frame {
  readonly lineBreak: '\n' | '\r\n';
  readonly finalLineBreak: boolean;
  readonly above: readonly Trivia[];
  readonly below: readonly Trivia[];
  readonly allFlow: boolean;
}

interface WriterFrame extends Frame {
  readonly outdented: boolean;
}

/**
 * YAML in any mixture of styles, or JSON. `outdented`: lines inside of quotes and brackets are indented anyhow, as go-yaml
 * allows and YAML does not.
 */
export function randomDocument(
  options: { readonly json?: boolean; readonly root?: 'sequence'; readonly outdented?: boolean } = {},
) {
  const { outdented = false } = options;
  const yaml = fc
    .record({ root: options.root === 'sequence' ? drafts.sequence : drafts.collection, frame: randomFrame })
    .map(({ root, frame }) => new Writer({ ...frame, outdented }).document(root));
  if (options.json === false) return yaml;
  return fc.oneof({ weight: 7, arbitrary: yaml }, { weight: 1, arbitrary: randomJson });
}

/** What may be asked for: a value that has nothing in common with the one that is there. */
export function randomValue(): fc.Arbitrary<Value> {
  return values.value;
}

const WORDS = ['app', 'web', 'name', 'db-data', 'a b c', 'some words to fold', 'registry.k8s.io/pause:3.9', '/etc/db'];
const NASTY = [
  ...[
    '',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    ': ',
    ':',
    '#',
    ' #',
    '# c',
    '-',
    '- ',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
  ],
  ...['&a', '*b', '!x', '|', '>', '%', '@', '`', '?', '? ', '---', '...', '--- a', '<<', '=', '~', 'é', '日本', '😀'],
  ...[
    'null',
    'yes',
    'no',
    'on',
    '0644',
    '1e3',
    '0x1F',
    '1:20',
    '2001-01-01',
    '.5',
    '.inf',
    '$(A)',
    '$$',
    'x=y',
    'a: b',
  ],
  ...['\u0007', '\u0085', '\u00a0', '\u2028', '\ufeff', '\r', '\u001b', '\u007f', '__proto__', '\n ', ' \n'],
];
/** What looks like items, keys and comments once it is broken into lines. */
const LOOKALIKES = [
  'x - apiVersion: v1 kind: Pod metadata: labels: spec:',
  "it's # not [ {a: - kind: ConfigMap b: c } ]",
  'kind: "Pod" name: web namespace: db',
  'a --- kind: Pod ... b',
  'a - kind: Pod',
];
const PLAIN = [
  ...['0', '1', '-1', '8080', '0644', '0o644', '1_000', '1e3', '1.5', '.5', '0x1F', '0b101', '12345678901234567890'],
  ...['true', 'false', 'yes', 'off', 'y', 'null', '~', '', '', '2001-01-01', 'NULL', '+1', '089', '1:20'],
];
const KEYS = [
  ...['name', 'mountPath', 'value', 'env', 'volumes', 'image', 'a', 'b', 'c', 'd', 'app.kubernetes.io/name', 'key'],
  ...['labels', 'spec', 'metadata', 'containers'],
];
const ODD_KEYS = [
  'yes',
  '0644',
  'a b',
  'x: y',
  '#',
  '-',
  '- a',
  '',
  'é',
  '{a}',
  '<<',
  '__proto__',
  '?',
  '~',
  '1.5',
  'a,b',
];

const word = fc.constantFrom(...WORDS);
const nasty = fc
  .array(fc.constantFrom(...NASTY, ...WORDS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const lines = fc
  .array(
    fc.constantFrom('first line', 'x', '', '  indented', 'key: value', '# no comment', '- item', 'end  ', '\ttab'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((parts) => fc.constantFrom('', '\n', '\n\n').map((end) => parts.join('\n') + end));
const text = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom('first line\nsecond\n', 'first line\nsecond') },
  { weight: 2, arbitrary: lines },
  { weight: 2, arbitrary: nasty },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constantFrom(...LOOKALIKES) },
);
const columns = fc.array(fc.constantFrom(0, 0, 1, 2, 2, 3, 4, 7), { maxLength: 5 });
const keyName = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_KEYS) },
);

const values = fc.letrec<{ value: Value; leaf: Value; list: Value; map: Value }>((tie) => ({
  leaf: fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom(...PLAIN).map((plain): Value => resolvePlain(plain)) },
    { weight: 1, arbitrary: fc.constantFrom<Value>([], mapOf([]), 0, 1.5, -3, true, null) },
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.array(fc.tuple(keyName, tie('value')), { maxLength: 3 }).map((pairs): Value => mapOf(pairs)),
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('leaf'), tie('map'), tie('list')),
}));

const randomJson = fc
  .tuple(values.map, fc.constantFrom<string | number>(0, 0, 2, 4, '\t'), fc.boolean())
  .map(([value, indentation, finalLineBreak]): RandomDocument => {
    const json = withoutNumerals(value);
    return {
      text: JSON.stringify(json, null, indentation).replace(UNPRINTABLE, escaped) + (finalLineBreak ? '\n' : ''),
      value: json,
    };
  });

/** JSON has one spelling per number. */
function withoutNumerals(value: Value): Value {
  if (isList(value)) return value.map(withoutNumerals);
  if (isMap(value)) return mapOf(Object.entries(value).map(([key, item]) => [key, withoutNumerals(item)]));
  return typeof value === 'object' && value !== null ? 7 : value;
}

const often = (percent: number) => fc.nat(99).map((number) => number >= 100 - percent);
const someTrivia = fc.constantFrom<Trivia>(
  ...(['aligned', 'blank', 'aligned', 'shallow', 'deep', 'spaces', 'deep spaces', 'tab'] as const),
);
const trivia = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Trivia[]>([]) },
  { weight: 1, arbitrary: fc.array(someTrivia, { maxLength: 3 }) },
);
const gap = fc.constantFrom(1, 1, 1, 1, 2, 3, 5);
const trail = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '   ', '\t', ' \t ') },
);
const decoration = fc.record({ anchor: often(12), tag: often(5) });
const layout = fc.record({
  flow: often(20),
  step: fc.constantFrom(2, 2, 2, 4, 1, 3),
  offset: fc.constantFrom(0, 0, 2, 2, 1, 4),
  ownLine: often(15),
  multiLine: often(40),
  trailingComma: often(30),
  tight: often(20),
});
const part = { above: trivia, comment: often(15), gap, trail };

const drafts = fc.letrec<{
  draft: Draft;
  leaf: Draft;
  mapping: MappingDraft;
  sequence: SequenceDraft;
  named: SequenceDraft;
  collection: Draft;
}>((tie) => ({
  leaf: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('scalar'),
        text,
        style: fc.nat(9),
        wrap: often(30),
        columns,
        decoration,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('plain'), text: fc.constantFrom(...PLAIN), decoration }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('alias'), pick: fc.nat(), decoration }) },
  ),
  mapping: fc.record({
    kind: fc.constant('mapping'),
    entries: fc.array(fc.record({ ...part, key: keyName, keyStyle: fc.nat(11), value: tie('draft') }), {
      maxLength: 4,
    }),
    layout,
    decoration,
  }),
  sequence: fc.record({
    kind: fc.constant('sequence'),
    items: fc.array(fc.record({ ...part, value: tie('draft') }), { maxLength: 4 }),
    layout,
    decoration,
  }),
  named: fc.record({
    kind: fc.constant('sequence'),
    items: fc.array(fc.record({ ...part, value: namedEntry(tie('draft')) }), { minLength: 1, maxLength: 3 }),
    layout,
    decoration,
  }),
  draft: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: tie('leaf') },
    { weight: 3, arbitrary: tie('mapping') },
    { weight: 1, arbitrary: tie('sequence') },
    { weight: 2, arbitrary: tie('named') },
  ),
  collection: fc.oneof({ weight: 6, arbitrary: tie('mapping') }, { weight: 1, arbitrary: tie('sequence') }),
}));

/** An entry of a Kubernetes list: `name` or `mountPath` first, then something else. */
function namedEntry(value: fc.Arbitrary<Draft>): fc.Arbitrary<MappingDraft> {
  const scalar = fc.record({
    kind: fc.constant('scalar' as const),
    text: word,
    style: fc.nat(9),
    wrap: fc.constant(false),
    columns: fc.constant([]),
  });
  const identity = fc
    .record({ scalar, decoration, ...part, key: fc.constantFrom('name', 'mountPath'), keyStyle: fc.nat(11) })
    .map((entry): EntryDraft => ({ ...entry, value: { ...entry.scalar, decoration: entry.decoration } }));
  const rest = fc.array(
    fc.record({ ...part, key: fc.constantFrom('value', 'valueFrom', 'image'), keyStyle: fc.nat(11), value }),
    {
      maxLength: 2,
    },
  );
  return fc
    .record({ identity, rest, layout, decoration })
    .map(({ identity: first, rest: others, ...shape }) => ({ kind: 'mapping', entries: [first, ...others], ...shape }));
}

const randomFrame: fc.Arbitrary<Frame> = fc.record({
  lineBreak: fc.constantFrom('\n' as const, '\n' as const, '\n' as const, '\r\n' as const),
  finalLineBreak: often(80),
  above: trivia,
  below: trivia,
  allFlow: often(5),
});

// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]/gu;
// oxlint-disable-next-line no-control-regex
const BEYOND_LITERAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]/u;

function escaped(character: string): string {
  return character < ' ' && '\n\t\r'.includes(character)
    ? character
    : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

interface Anchor {
  readonly name: string;
  /** Undefined until its node has ended. */
  value: Value | undefined;
}

/** Writes one draft. What a node means is found out on the way, since aliases depend on the anchors before them. */
class Writer {
  readonly #frame: WriterFrame;
  #text = '';
  #comments = 0;
  #anchorCount = 0;
  readonly #anchors: Anchor[] = [];
  /** The column that comments may not reach after a block scalar, and whether blank lines would become its text. */
  #scalar: { readonly column: number; readonly keeps: boolean } | undefined;
  /** The column of the collection that the plain scalar just written stands in: only behind one Go reads tabs. */
  #plainIn: number | undefined;
  /** The leaf after which the text ends without a line break. */
  #unterminated: Draft | undefined;

  constructor(frame: WriterFrame) {
    this.#frame = frame;
  }

  document(root: Draft): RandomDocument {
    const { finalLineBreak, lineBreak } = this.#frame;
    const leaf = lastLeaf(root);
    const below = finalLineBreak ? this.#frame.below : this.#frame.below.filter((kind) => endsWithoutBreak(kind, leaf));
    if (!finalLineBreak && below.length === 0) this.#unterminated = leaf;
    this.#trivia(this.#frame.above, 0);
    const value = this.#frame.allFlow && root.kind !== 'alias' ? this.#flowDocument(root) : this.#document(root);
    this.#trivia(below, 0);
    if (!finalLineBreak) this.#text = this.#text.replace(/\n$/, '');
    return { text: this.#text.replaceAll('\n', lineBreak), value };
  }

  #flowDocument(root: Draft): Value {
    const value = this.#flow(root, 1);
    this.#text += '\n';
    return value;
  }

  #document(root: Draft): Value {
    if (root.kind === 'mapping' && this.#isBlock(root)) return this.#mapping(root, 0, false);
    if (root.kind === 'sequence' && this.#isBlock(root)) return this.#sequence(root, 0);
    return this.#flowDocument(root);
  }

  #isBlock(node: MappingDraft | SequenceDraft): boolean {
    const parts = node.kind === 'mapping' ? node.entries : node.items;
    return parts.length > 0 && !node.layout.flow;
  }

  #comment(): string {
    return `# c${this.#comments++};`;
  }

  #trivia(list: readonly Trivia[], column: number): void {
    for (const kind of list) {
      if (kind === 'blank' || kind === 'spaces' || kind === 'deep spaces' || kind === 'tab') {
        if (!this.#scalar?.keeps) this.#text += `${this.#whiteSpace(kind, column)}\n`;
        continue;
      }
      this.#plainIn = undefined;
      const wanted = kind === 'aligned' ? column : kind === 'shallow' ? column >> 1 : column + 3;
      const most = this.#scalar ? this.#scalar.column - 1 : wanted;
      this.#text += `${' '.repeat(Math.min(wanted, most))}${this.#comment()}\n`;
      this.#scalar = undefined;
    }
  }

  /** What a blank line consists of where no reader takes it for more than a blank line. */
  #whiteSpace(kind: Trivia, column: number): string {
    if (kind === 'tab') return this.#plainIn === undefined ? '' : `${' '.repeat(this.#plainIn + 1 + (column % 3))}\t`;
    const wanted = kind === 'blank' ? 0 : kind === 'spaces' ? column : column + 9;
    return ' '.repeat(this.#scalar ? Math.min(wanted, this.#scalar.column - 1) : wanted);
  }

  /** The end of the line that a part begins on: its comment and its white space. */
  #endLine({ comment, gap, trail }: ItemDraft): void {
    // Behind an indicator alone go-yaml reads no tab.
    const spaces = /(^|\s)[-:]$/.test(this.#text) ? trail.replaceAll('\t', ' ') : trail;
    this.#text += `${comment ? `${gap === 2 ? spaces : ''} ${this.#comment()}` : ''}${spaces}\n`;
    this.#plainIn = undefined;
  }

  #mapping(node: MappingDraft, column: number, firstOnLine: boolean): Value {
    const pairs: [string, Value][] = [];
    const seen = new Set<string>();
    let merged: Value | undefined;
    for (const [index, entry] of node.entries.entries()) {
      const inline = firstOnLine && index === 0;
      if (!inline) this.#trivia(entry.above, column);
      this.#scalar = undefined;
      if (!inline) this.#text += ' '.repeat(column);
      const sources = entry.keyStyle === 11 && merged === undefined ? this.#mergeSources(entry, seen) : [];
      if (sources.length > 0) {
        const aliases = sources.map((source) => `*${source.name}`).join(', ');
        this.#text += sources.length > 1 || entry.gap === 2 ? `<<: [${aliases}]` : `<<: ${aliases}`;
        this.#endLine(entry);
        merged = mapOf(sources.toReversed().flatMap(({ value }) => Object.entries(value as object)));
        continue;
      }
      const { name, text: keyText } = this.#key(entry, seen);
      if (entry.keyStyle === 10) this.#text += `? ${keyText}\n${' '.repeat(column)}:`;
      else this.#text += entry.keyStyle === 9 ? `${keyText} :` : `${keyText}:`;
      pairs.push([name, this.#value(entry, column, node.layout)]);
    }
    return mapOf([...(isMap(merged) ? Object.entries(merged) : []), ...pairs]);
  }

  /**
   * Anchors of mappings, where there are some yet. They must have none of the keys that stand above, since go-yaml v2
   * lets a merge key override those, and all others do not.
   */
  #mergeSources(
    { value, gap }: EntryDraft,
    seen: ReadonlySet<string>,
  ): readonly (Anchor & { readonly value: Value })[] {
    const first = this.#target(value.kind === 'alias' ? value.pick : 0);
    const second = gap === 3 ? this.#target(1) : undefined;
    return [first, second].flatMap((target) =>
      isMap(target?.value) && !Object.keys(target.value).some((key) => seen.has(key)) ? [target] : [],
    );
  }

  #key(entry: EntryDraft, seen: Set<string>): { name: string; text: string } {
    let { key } = entry;
    for (let count = 2; seen.has(key); count++) key = `${entry.key}${count}`;
    seen.add(key);
    const plain = isSimple(key) && entry.keyStyle > 1;
    if (plain) return { name: key, text: key };
    if (entry.keyStyle % 2 === 0 && isPrintableLine(key)) return { name: key, text: `'${key.replaceAll("'", "''")}'` };
    return { name: key, text: doubleQuoted(key) };
  }

  /** What follows the colon of a key at `column`. */
  #value(entry: ItemDraft, column: number, { step }: Layout): Value {
    const node = entry.value;
    if (node.kind !== 'mapping' && node.kind !== 'sequence') return this.#leaf(entry, node, column, step);
    if (!this.#isBlock(node)) return this.#flowAsValue(entry, node, column);
    const anchor = this.#properties(node, ' ');
    this.#endLine(entry);
    const value =
      node.kind === 'mapping'
        ? this.#mapping(node, column + step, false)
        : this.#sequence(node, column + node.layout.offset);
    return this.#anchored(anchor, value);
  }

  #sequence(node: SequenceDraft, column: number): Value {
    return node.items.map((item) => {
      this.#trivia(item.above, column);
      this.#scalar = undefined;
      this.#text += `${' '.repeat(column)}-`;
      return this.#item(item, column);
    });
  }

  /** What follows the dash of an item at `column`. */
  #item(item: ItemDraft, column: number): Value {
    const node = item.value;
    if (node.kind !== 'mapping' && node.kind !== 'sequence') return this.#leaf(item, node, column, 1 + item.gap);
    if (!this.#isBlock(node)) return this.#flowAsValue(item, node, column);
    const anchor = this.#properties(node, ' ');
    const below = anchor !== undefined || node.decoration.tag || node.layout.ownLine || item.comment;
    const inner = column + 1 + item.gap;
    if (below) {
      this.#endLine(item);
      return this.#anchored(
        anchor,
        node.kind === 'mapping' ? this.#mapping(node, inner, false) : this.#sequence(node, inner),
      );
    }
    this.#text += ' '.repeat(item.gap);
    if (node.kind === 'mapping') return this.#mapping(node, inner, true);
    const [first, ...others] = node.items;
    if (first === undefined) return [];
    this.#text += '-';
    const value = this.#item(first, inner);
    return [value, ...(this.#sequence({ ...node, items: others }, inner) as readonly Value[])];
  }

  #flowAsValue(entry: ItemDraft, node: Draft, column: number): Value {
    this.#text += ' '.repeat(entry.gap);
    const value = this.#flow(node, column + 2);
    this.#endLine(entry);
    return value;
  }

  #leaf(entry: ItemDraft, node: ScalarDraft | PlainDraft | AliasDraft, column: number, step: number): Value {
    const lead = ' '.repeat(entry.gap);
    if (node.kind === 'alias') {
      const target = this.#target(node.pick);
      if (target) this.#text += `${lead}*${target.name}`;
      this.#endLine(entry);
      return target ? target.value : null;
    }
    const anchor = this.#properties(node, lead);
    const block =
      node.kind === 'scalar' && node.style >= 6
        ? blockScalar(node, column + step, step, this.#unterminated === node)
        : undefined;
    if (block) {
      this.#text += `${lead}${block.header}`;
      this.#endLine(entry);
      this.#text += block.body;
      this.#scalar = block;
      return this.#anchored(anchor, block.value);
    }
    const source = node.kind === 'plain' ? node.text : this.#flowScalar(node, column + step, false);
    if (source !== '') this.#text += lead + source;
    this.#endLine(entry);
    if (!entry.comment && /^[^'"]/.test(source)) this.#plainIn = column;
    return this.#anchored(anchor, node.kind === 'plain' ? taggedValue(node) : node.text);
  }

  /** Writes an anchor and a tag and gives the anchor's name. */
  #properties(node: Draft, lead: string): Anchor | undefined {
    const { anchor, tag } = node.decoration;
    const name = anchor ? `x${this.#anchorCount++ % 3}` : undefined;
    // From here on the name means this node, which cannot be referred to before its end.
    if (name !== undefined) this.#define(name);
    const parts = [...(name === undefined ? [] : [`&${name}`]), ...(tag ? [tagOf(node)] : [])];
    if (this.#anchorCount % 2 === 0) parts.reverse();
    this.#text += parts.map((text) => lead + text).join('');
    return this.#anchors.find((definition) => definition.name === name);
  }

  #define(name: string): void {
    const old = this.#anchors.findIndex((anchor) => anchor.name === name);
    if (old !== -1) this.#anchors.splice(old, 1);
    this.#anchors.push({ name, value: undefined });
  }

  #anchored(anchor: Anchor | undefined, value: Value): Value {
    if (anchor) anchor.value = value;
    return value;
  }

  /** An anchor that an alias may refer to here. */
  #target(pick: number): { readonly name: string; readonly value: Value } | undefined {
    const complete = this.#anchors.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
    return complete[pick % complete.length];
  }

  #flow(node: Draft, indentation: number): Value {
    if (node.kind === 'alias') {
      const target = this.#target(node.pick);
      this.#text += target ? `*${target.name}` : 'null';
      return target ? target.value : null;
    }
    const start = this.#text.length;
    const name = this.#properties(node, ' ');
    const properties = this.#text.slice(start).trim();
    this.#text = this.#text.slice(0, start) + (properties === '' ? '' : `${properties} `);
    if (node.kind === 'plain') {
      this.#text += node.text === '' ? 'null' : node.text;
      return this.#anchored(name, taggedValue(node));
    }
    if (node.kind === 'scalar') {
      this.#text += this.#flowScalar(node, indentation, true);
      return this.#anchored(name, node.text);
    }
    return this.#anchored(name, this.#flowCollection(node, indentation));
  }

  #flowScalar(node: ScalarDraft, column: number, inFlow: boolean): string {
    const broken = this.#frame.outdented ? brokenQuotes(node) : undefined;
    return broken ?? flowScalar(node, ' '.repeat(column), inFlow);
  }

  #flowCollection(node: MappingDraft | SequenceDraft, indentation: number): Value {
    const { multiLine, tight, trailingComma, step, offset } = node.layout;
    const [open, close] = node.kind === 'mapping' ? ['{', '}'] : ['[', ']'];
    const parts: readonly (EntryDraft | ItemDraft)[] = node.kind === 'mapping' ? node.entries : node.items;
    const margin = indentation + step;
    const pairs: [string, Value][] = [];
    const items: Value[] = [];
    const seen = new Set<string>();
    this.#text += open;
    for (const [index, entry] of parts.entries()) {
      if (multiLine) {
        this.#text += '\n';
        this.#trivia(entry.above, margin);
        this.#text += ' '.repeat(this.#frame.outdented ? offset : margin);
      } else if (index > 0 && !tight) this.#text += ' ';
      if ('key' in entry) pairs.push(this.#flowEntry(entry, tight, margin, seen));
      else items.push(this.#flow(entry.value, margin));
      const comma = index < parts.length - 1 || trailingComma;
      if (comma) this.#text += ',';
      if (multiLine && entry.comment) this.#text += ` ${this.#comment()}`;
      if (multiLine) this.#text += entry.trail;
    }
    if (multiLine && parts.length > 0) this.#text += `\n${' '.repeat(this.#frame.outdented ? offset : indentation)}`;
    this.#text += close;
    return node.kind === 'mapping' ? mapOf(pairs) : items;
  }

  #flowEntry(entry: EntryDraft, tight: boolean, margin: number, seen: Set<string>): [string, Value] {
    const { name, text: keyText } = this.#key(entry, seen);
    const { value } = entry;
    const undecorated = !value.decoration.anchor && !value.decoration.tag;
    if (value.kind === 'plain' && value.text === '' && undecorated) {
      this.#text += keyText + ['', ': ', keyText.startsWith('"') ? ':' : ' : '][entry.gap % 3];
      return [name, null];
    }
    this.#text += `${keyText}:${tight && keyText.startsWith('"') ? '' : ' '}`;
    return [name, this.#flow(value, margin)];
  }
}

/** Whether what stands below the last leaf of a text can be its last line without a line break, and is a line of its own. */
function endsWithoutBreak(kind: Trivia, leaf: Draft | undefined): boolean {
  if (kind === 'blank' || kind === 'tab') return false;
  return (kind !== 'spaces' && kind !== 'deep spaces') || leaf?.kind !== 'scalar' || leaf.style < 6;
}

function lastLeaf(node: Draft): Draft | undefined {
  if (node.kind !== 'mapping' && node.kind !== 'sequence') return node;
  const last = node.kind === 'mapping' ? node.entries.at(-1) : node.items.at(-1);
  return last && lastLeaf(last.value);
}

function tagOf(node: Draft): string {
  switch (node.kind) {
    case 'mapping':
      return '!!map';
    case 'sequence':
      return '!!seq';
    case 'plain':
      return resolvePlain(node.text) === null ? '!!null' : '!!str';
    default:
      return '!!str';
  }
}

function taggedValue({ text: plain, decoration: { tag } }: PlainDraft): Value {
  const value = resolvePlain(plain);
  return tag && value !== null ? plain : value;
}

/** A string that every reader takes for itself when it stands plain, in flow collections and as a key, too. */
function isSimple(value: string): boolean {
  return /^[a-zA-Z/$][\w./$()=-]*(?: [\w./-]+)*$/.test(value) && typeof resolvePlain(value) === 'string';
}

function isPrintableLine(value: string): boolean {
  return !/[\n\t\r]/.test(value) && !BEYOND_LITERAL.test(value);
}

function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escaped);
}

/** A scalar in plain, single-quoted or double-quoted style; with `wrap` on several lines. */
function flowScalar({ text: value, style, wrap }: ScalarDraft, margin: string, flow: boolean): string {
  const folded = (line: string): string =>
    wrap && /^\w+( \w+)+$/.test(value) ? line.replace(' ', `\n${margin}`) : line;
  if (style < 4 && isSimple(value) && (!flow || !value.includes('?'))) return folded(value);
  if (style % 2 === 0 && isPrintableLine(value)) return `'${folded(value.replaceAll("'", "''"))}'`;
  return `"${folded(doubleQuoted(value).slice(1, -1))}"`;
}

/** A text in quotes, on several lines at its columns; undefined where it has no single spaces to be broken at. */
function brokenQuotes({ text: value, style, columns: at }: ScalarDraft): string | undefined {
  if (at.length === 0 || !/^\S+(?: \S+)+$/.test(value) || !isPrintableLine(value)) return undefined;
  const [quote, source] =
    style % 2 === 0 ? ["'", value.replaceAll("'", "''")] : ['"', doubleQuoted(value).slice(1, -1)];
  const [first = '', ...words] = source.split(' ');
  const rest = words.map((next, index) => {
    const column = at[index % at.length] ?? 0;
    return column > 4 || /^(?:---|\.\.\.)$/.test(next) ? ` ${next}` : `\n${' '.repeat(column)}${next}`;
  });
  return quote + first + rest.join('') + quote;
}

interface BlockScalar {
  readonly header: string;
  readonly body: string;
  readonly value: string;
  readonly column: number;
  readonly keeps: boolean;
}

/** A literal or folded scalar with its lines at `column`; undefined where the text needs quotes. */
function blockScalar(node: ScalarDraft, column: number, step: number, unterminated: boolean): BlockScalar | undefined {
  const { text: value, style, wrap } = node;
  if (BEYOND_LITERAL.test(value) || value.trim() === '') return undefined;
  // The `yaml` package loses a last line of spaces where an indentation indicator is given (`|1-`, `  #`, `  `).
  if (/\n[ \t]+\n*$/.test(value)) return undefined;
  const ends = /\n*$/.exec(value)?.[0].length ?? 0;
  const content = value.slice(0, value.length - ends);
  const keeps = ends > 1 || (ends === 1 && wrap);
  const chomping = ends === 0 ? '-' : keeps ? '+' : '';
  const indicator = /^\s/.test(content) ? String(step) : wrap && style === 7 ? String(step) : '';
  const folds = style === 8 && content.split('\n').every((line) => /^\S(.*\S)?$/.test(line));
  let textLines = content.split('\n');
  if (folds)
    textLines = textLines.flatMap((line, index) => [
      ...(index > 0 ? [''] : []),
      ...line.replace(/\b \b/, '\n').split('\n'),
    ]);
  const body = [
    ...textLines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
    ...Array.from({ length: ends - 1 }, () => ''),
  ];
  return {
    header: `${folds ? '>' : '|'}${indicator}${chomping}`,
    body: body.map((line) => `${line}\n`).join(''),
    value: unterminated ? value.replace(/\n$/, '') : value,
    column,
    keeps,
  };
}

/** One step from a value to another: where (counted in the order of the text), what, and with what. */
export interface RandomChange {
  readonly where: number;
  readonly action: 'replace' | 'remove' | 'add' | 'insert' | 'reorder' | 'copy' | 'empty';
  readonly key: string;
  readonly value: Value;
  readonly index: number;
}

export const randomChanges: fc.Arbitrary<RandomChange[]> = fc.array(
  fc.record({
    where: fc.nat(60),
    action: fc.constantFrom('replace', 'remove', 'remove', 'add', 'add', 'insert', 'reorder', 'copy', 'empty'),
    key: keyName,
    value: values.value,
    index: fc.nat(5),
  }),
  { minLength: 1, maxLength: 4 },
);

type Path = readonly (string | number)[];

/** The value after a change; what did not change is the same object. */
export function changed(value: Value, change: RandomChange): Value {
  const paths = pathsOf(value);
  return update(value, paths[change.where % paths.length] ?? [], (here) => changedHere(here, change, value));
}

function changedHere(here: Value, { action, key, value, index, where }: RandomChange, root: Value): Value | undefined {
  switch (action) {
    case 'remove':
      return undefined;
    case 'add':
      if (isMap(here)) return mapOf([...Object.entries(here), [key, value]]);
      return isList(here) ? [...here, value] : value;
    case 'insert':
      if (isMap(here)) return mapOf(Object.entries(here).toSpliced(index, 0, [key, value]));
      return isList(here) ? here.toSpliced(index, 0, value) : value;
    case 'reorder':
      if (isMap(here)) return mapOf(Object.entries(here).toReversed());
      return isList(here) ? [...here.slice(index), ...here.slice(0, index)] : here;
    case 'copy': {
      const paths = pathsOf(root);
      return valueAt(root, paths[(where + index + 1) % paths.length] ?? []);
    }
    case 'empty':
      return [[], mapOf([]), null, ''][index % 4] ?? null;
    default:
      return value;
  }
}

function pathsOf(value: Value): Path[] {
  const below: readonly (readonly [string | number, Value])[] = isList(value)
    ? value.map((item, index) => [index, item])
    : isMap(value)
      ? Object.entries(value)
      : [];
  return [[], ...below.flatMap(([part, item]) => pathsOf(item).map((path) => [part, ...path]))];
}

function valueAt(value: Value, [part, ...rest]: Path): Value {
  if (part === undefined) return value;
  const below = isList(value) ? value[part as number] : isMap(value) ? value[part] : undefined;
  return below === undefined ? null : valueAt(below, rest);
}

function update(value: Value, [part, ...rest]: Path, change: (value: Value) => Value | undefined): Value {
  if (part === undefined) return change(value) ?? value;
  const below = valueAt(value, [part]);
  const next = rest.length === 0 ? change(below) : update(below, rest, change);
  if (isList(value)) return next === undefined ? value.toSpliced(part as number, 1) : value.with(part as number, next);
  const pairs = Object.entries(value as object) as [string, Value][];
  return mapOf(
    pairs.flatMap((pair): [string, Value][] => (pair[0] !== part ? [pair] : next === undefined ? [] : [[part, next]])),
  );
}
